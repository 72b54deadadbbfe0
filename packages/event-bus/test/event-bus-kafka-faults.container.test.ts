import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { BusRecord, Delivery, Subscription } from '../src/event-bus.ts';
import { awakeMs, until } from '@earshot/core/testing';
import { kafkaForTests, type KafkaServer } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { clientOf, type KafkaWorld, openKafkaWorld, quickTiming, sessionMsOf } from './kafka-world.ts';

const day = 24 * 3_600_000;
const topics = {
  tasks: { partitions: 12, retentionMs: day, dealt: true },
  keyed: { partitions: 3, retentionMs: day, dealt: false },
  missing: { partitions: 1, retentionMs: day, dealt: false },
};

function records(topic: string, from: number, count: number): BusRecord[] {
  const numbers = Array.from({ length: count }, (_unused, index) => from + index);
  return numbers.map((n) => ({ topic, key: `key ${n % 7}`, value: Buffer.from(String(n)), headers: {} }));
}

const numberOf = ({ record }: Delivery) => Number(Buffer.from(record.value).toString());

function subscription(topic: string, handle: Subscription['handle'], more: Partial<Subscription> = {}): Subscription {
  const retry = { attempts: 5, baseMs: 50, maxMs: 500 };
  return { group: 'g', topic, concurrency: 12, deadlineMs: 60_000, retry, handle, ...more };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await describeWhen('event bus over Kafka under faults', { servers: ['kafka'] }, () => {
  let kafka: KafkaServer;
  let sessionMs: number;
  let world: KafkaWorld;

  beforeAll(async () => {
    kafka = await kafkaForTests();
    sessionMs = await sessionMsOf(kafka.brokers);
  });

  beforeEach(async () => {
    const timing = { ...quickTiming, sessionMs, idleMs: sessionMs / 2 };
    world = await openKafkaWorld({ brokers: kafka.brokers, topics, groups: ['g'], timing });
  });

  afterEach(() => world.close());
  afterAll(() => kafka.stop());

  it('calls a handler that takes two sessions once, without a rebalance', async () => {
    const { bus } = await world.open();
    const attempts: number[] = [];
    let isDone = false;
    const handle = async (delivery: Delivery) => {
      attempts.push(delivery.attempt);
      const endMs = performance.now() + 2 * sessionMs;
      while (performance.now() < endMs) {
        await pause(sessionMs / 10);
        delivery.progress();
      }
      isDone = true;
    };
    await bus.subscribe(subscription('keyed', handle));
    const members = await membersOf(`${world.namespace}.g.keyed`);
    await bus.publish(records('keyed', 0, 1));
    await until('the slow handler', () => isDone);
    await until('its commit', async () => (await bus.lag('g', 'keyed')) === 0);
    expect(attempts).toEqual([1]);
    expect(await membersOf(`${world.namespace}.g.keyed`)).toEqual(members);
  });

  it('reads on soon after a partition was full, however long a fetch waits for new records', async () => {
    const heartbeatMs = 6_000;
    const timing = { ...quickTiming, heartbeatMs, sessionMs: 5 * heartbeatMs, idleMs: sessionMs };
    const slow = await openKafkaWorld({ brokers: kafka.brokers, topics, groups: ['g'], timing });
    try {
      const { bus } = await slow.open();
      // A fetch returns one of these batches, and from 300 records in memory the partition is paused.
      const value = Buffer.alloc(1_000);
      const some = Array.from({ length: 700 }, () => ({ topic: 'keyed', key: 'one', value, headers: {} }));
      for (let batch = 0; batch < 4; batch += 1) await bus.publish(some);
      let handled = 0;
      const handle = async () => void (handled += 1);
      await bus.subscribe(subscription('keyed', handle));
      expect(await awakeMs(() => until('all records', () => handled === 2_800))).toBeLessThan(heartbeatMs);
    } finally {
      await slow.close();
    }
  });

  it('finishes the work of a replica that loses its connection, without losing records', async () => {
    const [one, other] = [await world.open(), await world.open()];
    const handled = { one: new Set<number>(), other: new Set<number>() };
    const hang = new Promise<void>(() => undefined);
    let isCut = false;
    await one.bus.subscribe(
      subscription('tasks', async (delivery) => {
        if (isCut) return hang;
        handled.one.add(numberOf(delivery));
        await pause(5);
      }),
    );
    await other.bus.subscribe(
      subscription('tasks', async (delivery) => {
        handled.other.add(numberOf(delivery));
        await pause(5);
      }),
    );
    await until('both to have partitions', async () => {
      await other.bus.publish(records('tasks', 1_000_000, 12));
      return handled.one.size > 0 && handled.other.size > 0;
    });
    await other.bus.publish(records('tasks', 0, 600));
    await until('the middle', async () => {
      await other.bus.publish(records('tasks', 2_000_000, 12));
      return handled.one.size > 20;
    });
    isCut = true;
    await one.gate.cut();
    await until('no lag', async () => (await other.bus.lag('g', 'tasks')) === 0);
    const all = new Set([...handled.one, ...handled.other]);
    expect(Array.from({ length: 600 }, (_unused, n) => n).filter((n) => !all.has(n))).toEqual([]);
  });

  it('does not count deliveries that replicas lose to others in rebalances as unended', async () => {
    const open = Promise.withResolvers<void>();
    const began = new Map<number, number>();
    const ended = new Set<number>();
    const slow = async (delivery: Delivery) => {
      delivery.release();
      await delivery.begin();
      const number = numberOf(delivery);
      began.set(number, (began.get(number) ?? 0) + 1);
      await open.promise;
      ended.add(number);
    };
    const join = async () => {
      const { bus } = await world.open();
      await bus.subscribe(subscription('tasks', slow, { mostUnended: 3 }));
      return bus;
    };
    const first = await join();
    await first.publish(records('tasks', 0, 48));
    await until('each task to begin', () => began.size === 48);
    for (let more = 0; more < 4; more += 1) {
      const before = [...began.values()].reduce((sum, count) => sum + count, 0);
      await join();
      await until('some to begin elsewhere', () => [...began.values()].reduce((sum, count) => sum + count, 0) > before);
    }
    open.resolve();
    await until('no lag', async () => (await first.lag('g', 'tasks')) === 0);
    expect(await first.deadLetters('g')).toEqual([]);
    expect(ended.size).toBe(48);
  });

  it('fails a publish in time when the connection is cut, then resumes, including broadcasts', async () => {
    const { bus, gate } = await world.open();
    const handled = new Set<number>();
    const received = new Set<number>();
    await bus.subscribe(
      subscription('keyed', async (delivery) => {
        handled.add(numberOf(delivery));
        await pause(10);
      }),
    );
    const forward = async (delivery: Delivery) => void received.add(numberOf(delivery));
    await bus.subscribe(subscription('keyed', forward, { group: 'sockets', broadcast: true }));
    await until('the broker', () => bus.up());
    await bus.publish(records('keyed', 0, 200));
    await until('mid-batch', () => handled.size > 20);
    await gate.cut();
    await until('the outage to be seen', () => !bus.up());
    const failed = () => expect(bus.publish(records('keyed', 900, 1))).rejects.toThrow();
    expect(await awakeMs(failed)).toBeLessThan(quickTiming.publishMs + 1_000);
    await gate.open();
    await until('the broker again', () => bus.up());
    await bus.publish(records('keyed', 200, 50));
    await until('all handled', () => handled.size >= 250 && received.size >= 250);
    await until('no lag', async () => (await bus.lag('g', 'keyed')) === 0);
  });

  it('names a missing topic and how to create it', async () => {
    const admin = clientOf(kafka.brokers).admin();
    await admin.connect();
    const name = `${world.namespace}.missing`;
    await admin.deleteTopics({ topics: [name] });
    await until('the topic is gone', async () => !(await admin.listTopics()).includes(name));
    await admin.disconnect();
    const { bus } = await world.open();
    const advice = /missing.*npm run topics/;
    await expect(bus.publish(records('missing', 0, 1))).rejects.toThrow(advice);
    await expect(bus.subscribe(subscription('missing', async () => undefined))).rejects.toThrow(advice);
    await bus.publish(records('keyed', 0, 1));
  });

  it('keeps a record whose dead letter cannot be stored', async () => {
    const { bus } = await world.open();
    let failures = 0;
    const handle = async () => {
      failures += 1;
      throw new Error('never');
    };
    const retry = { attempts: 1, baseMs: 10, maxMs: 10 };
    await bus.subscribe(subscription('keyed', handle, { group: 'without letters', retry }));
    await bus.publish(records('keyed', 0, 1));
    await until('another delivery', () => failures > 1);
    expect(await bus.lag('without letters', 'keyed')).toBe(1);
  });

  async function membersOf(groupId: string): Promise<string[]> {
    const admin = clientOf(kafka.brokers).admin();
    await admin.connect();
    // A broker that has just started, or is busy, does not know its groups for a moment.
    const listMembers = () => admin.describeGroups([groupId]).catch(() => null);
    const { groups } = await until('the members of the group', listMembers);
    await admin.disconnect();
    return groups.flatMap(({ members }) => members.map(({ memberId }) => memberId)).sort();
  }
});
