import { createLogger, systemClock } from '@earshot/core';
import { openKafkaBus } from '@earshot/service-kit/operations';
import { kafkaForTests, type KafkaServer } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { topics } from '@earshot/proto/events';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { letterCases } from './letter-cases.ts';
import { run } from './operate.ts';

const log = createLogger({ name: 'test', level: 'silent' });

await describeWhen('dead letters in Kafka', { servers: ['kafka'] }, () => {
  let server: KafkaServer;
  let settings: Record<string, string>;
  beforeAll(async () => {
    server = await kafkaForTests();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    settings = { KAFKA_BROKERS: server.brokers.join(','), EARSHOT_NAMESPACE: `t${randomUUID().slice(0, 8)}` };
    expect(await run(['topics'], settings)).toMatchObject({ code: 0 });
  });
  const options = () => ({ brokers: server.brokers, clientId: 'test', namespace: settings['EARSHOT_NAMESPACE'] });
  letterCases(() => ({ settings, openBus: () => openKafkaBus({ ...options(), topics, clock: systemClock, log }) }));
});
