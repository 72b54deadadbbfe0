import { createLogger } from '@earshot/core';
import { ensureTopics } from '@earshot/service-kit/operations';
import { topics } from '@earshot/proto/events';
import { type Command, noArguments } from '../command.ts';
import { reasonOf } from '../faults.ts';
import { groups } from '../product.ts';
import { kafkaPlace, kafkaSettings, settingsFor } from '../settings.ts';

/** Creates the topics that `@earshot/proto/events` declares. The services create none. */
export const topicsCommand: Command = {
  usage: ['topics'],
  summary: 'Creates the missing topics in Kafka and corrects their partitions and retention',
  run: async (args, { settings, print }) => {
    noArguments(args);
    const place = kafkaPlace(settingsFor('topics', kafkaSettings, settings));
    const log = createLogger({ name: 'operations', level: 'silent' });
    const done = await ensureTopics({ ...place, topics, groups, log }).catch((cause: unknown) => {
      throw new Error(`Cannot set up the topics at ${place.brokers.join(', ')}: ${reasonOf(cause)}`, {
        cause,
      });
    });
    for (const line of done) print(line);
    print(`${Object.keys(topics).length} topics and the dead-letter topics of ${groups.length} groups exist`);
    return true;
  },
};
