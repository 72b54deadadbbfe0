import { createLogger } from '@earshot/core';
import { ensureTopics } from '@earshot/service-kit/operations';
import { topics } from '@earshot/proto/events';
import type { Command } from '../command.ts';
import { noArguments } from '../command.ts';
import { reasonOf } from '../faults.ts';
import { groups } from '../product.ts';
import { kafkaSettings, settingsFor } from '../settings.ts';

/** Creates what the table of topics declares; the services create none. */
export const topicsCommand: Command = {
  usage: ['topics'],
  summary: 'Creates the topics that are missing in Kafka, and sets partitions and retention where they differ',
  run: async (args, { settings, say }) => {
    noArguments(args);
    const { KAFKA_BROKERS, EARSHOT_NAMESPACE } = settingsFor('topics', kafkaSettings, settings);
    const log = createLogger({ name: 'operations', level: 'silent' });
    const place = { brokers: KAFKA_BROKERS, namespace: EARSHOT_NAMESPACE };
    const done = await ensureTopics({ ...place, topics, groups, log }).catch((cause: unknown) => {
      throw new Error(`The topics at ${KAFKA_BROKERS.join(', ')} are not as they should be: ${reasonOf(cause)}`, {
        cause,
      });
    });
    for (const line of done) say(line);
    say(`${Object.keys(topics).length} topics and those of ${groups.length} groups' dead letters are there`);
    return true;
  },
};
