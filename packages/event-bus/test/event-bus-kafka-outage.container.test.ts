import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Delivery } from '../src/event-bus.ts';
import { type OwnContainer, startKafka } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { until } from '@earshot/core/testing';
import { type KafkaWorld, openKafkaWorld, quickTiming } from './kafka-world.ts';

const topics = { keyed: { partitions: 3, retentionMs: 24 * 3_600_000, dealt: false } };
const awayMs = 20_000;

await describeWhen('event bus over Kafka, the broker away', { servers: ['kafka'], own: true }, () => {
  let kafka: OwnContainer & { readonly brokers: readonly string[] };
  let world: KafkaWorld;

  beforeAll(async () => {
    kafka = await startKafka();
    const timing = { ...quickTiming, publishMs: 5_000, sessionMs: 3_000, idleMs: 1_500 };
    world = await openKafkaWorld({ brokers: kafka.brokers, topics, groups: ['g'], timing });
  });

  afterAll(async () => {
    await world.close();
    await kafka.stop();
  });

  it('loses no acknowledged record in a 20 s broker outage, and recovers without help', async () => {
    const { bus } = await world.open();
    const acknowledged: number[] = [];
    const handled = new Set<number>();
    const received = new Set<number>();
    const numberOf = ({ record }: Delivery) => Number(Buffer.from(record.value).toString());
    const retry = { attempts: 1_000, baseMs: 50, maxMs: 500 };
    const common = { topic: 'keyed', concurrency: 3, deadlineMs: 30_000, retry };
    await bus.subscribe({ ...common, group: 'g', handle: async (delivery) => void handled.add(numberOf(delivery)) });
    const forward = async (delivery: Delivery) => void received.add(numberOf(delivery));
    await bus.subscribe({ ...common, group: 'sockets', broadcast: true, handle: forward });

    let isOver = false;
    const publishing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        const record = { topic: 'keyed', key: `key ${n % 5}`, value: Buffer.from(String(n)), headers: {} };
        await bus.publish([record]).then(
          () => acknowledged.push(n),
          () => undefined,
        );
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await until('some work', () => handled.size > 50);
    await kafka.kill();
    const killedMs = performance.now();
    await until('the outage to be seen', () => !bus.up());
    await until('the time to start again', () => performance.now() - killedMs > awayMs);
    const before = acknowledged.length;
    await kafka.start();
    await until('the broker', () => bus.up());
    await until('new acknowledgements', () => acknowledged.length > before + 50);
    isOver = true;
    await publishing;
    const missing = (seen: ReadonlySet<number>) => acknowledged.filter((n) => !seen.has(n));
    await until('all handled', () => missing(handled).length === 0);
    await until('all received', () => missing(received).length === 0);
    await until('no lag', async () => (await bus.lag('g', 'keyed')) === 0);
    expect(missing(handled)).toEqual([]);
  });
});
