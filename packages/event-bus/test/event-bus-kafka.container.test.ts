import { afterAll, beforeAll } from '@jest/globals';
import { kafkaForTests, type KafkaServer } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { describeEventBus } from './suite/event-bus-suite.ts';
import { openKafkaWorld, quickTiming, sessionMsOf } from './kafka-world.ts';

/** The groups whose dead letters the suite reads. */
const groups = ['g', 'other'];

await describeWhen('event bus: Kafka', { servers: ['kafka'] }, () => {
  let kafka: KafkaServer;
  let sessionMs: number;

  beforeAll(async () => {
    kafka = await kafkaForTests();
    sessionMs = await sessionMsOf(kafka.brokers);
  });

  afterAll(() => kafka.stop());

  describeEventBus('Kafka', async (topics, idleMs) => {
    const timing = { ...quickTiming, sessionMs, idleMs };
    const world = await openKafkaWorld({ brokers: kafka.brokers, topics, groups, timing });
    let last = await world.open();
    return {
      bus: last.bus,
      reopen: async () => {
        await last.gate.cut();
        last = await world.open();
        return last.bus;
      },
      close: () => world.close(),
    };
  });
});
