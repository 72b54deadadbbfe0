import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { systemClock } from '../src/clock.ts';
import { openKafkaBus } from '../src/cluster/kafka/bus.ts';
import { ensureTopics } from '../src/cluster/kafka/topics.ts';
import { createLogger } from '../src/log.ts';
import type { KafkaServer } from '../src/testing/containers.ts';
import { kafkaForTests } from '../src/testing/containers.ts';
import { describeWhen } from '../src/testing/describe-when.ts';
import { describeEventBus } from '../src/testing/event-bus-suite.ts';

const log = createLogger({ level: process.env['LOG'] ?? 'silent', name: 'test' });
const timing = {
  sessionMs: 6_000,
  heartbeatMs: 100,
  fetchWaitMs: 100,
  commitEveryMs: 10,
  idleMs: 400,
  graceMs: 100,
  settleMs: 100,
};
const groups = ['g', 'one', 'two', 'other', 'late', 'sockets'];

await describeWhen('event bus: Kafka', { servers: ['kafka'] }, () => {
  let kafka: KafkaServer;

  beforeAll(async () => {
    kafka = await kafkaForTests();
  }, 120_000);

  afterAll(() => kafka.stop());

  describeEventBus('Kafka', async (topics) => {
    const namespace = `suite-${randomUUID()}`;
    const { brokers } = kafka;
    await ensureTopics({ brokers, namespace, topics, groups, log });
    const buses: { stop(): Promise<void> }[] = [];
    let sockets = new Set<Socket>();

    async function open() {
      const own = (sockets = new Set<Socket>());
      let isCut = false;
      const bus = await openKafkaBus({
        brokers,
        clientId: 'suite',
        namespace,
        topics,
        clock: systemClock,
        log,
        timing,
        socketFactory: ({ host, port, onConnect }) => {
          const socket = createConnection({ host, port }, onConnect);
          own.add(socket);
          if (isCut) socket.destroy();
          return socket;
        },
      });
      buses.push(bus);
      return {
        bus,
        cut: () => {
          isCut = true;
          for (const socket of own) socket.destroy(new Error('cut'));
        },
      };
    }

    let last = await open();
    void sockets;
    return {
      bus: last.bus,
      idleMs: timing.idleMs,
      reopen: async () => {
        last.cut();
        last = await open();
        return last.bus;
      },
      close: async () => {
        await Promise.all(buses.map((bus) => bus.stop()));
      },
    };
  });
});
