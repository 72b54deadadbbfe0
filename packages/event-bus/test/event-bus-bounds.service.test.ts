import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BusRecord } from '../src/event-bus.ts';
import { openEmbeddedBus } from '../src/sqlite/bus.ts';
import { createLogger } from '@earshot/core';
import { until } from '@earshot/core/testing';

const hour = 3_600_000;
const topics = { t: { partitions: 2, retentionMs: 24 * hour, dealt: false } };
const log = createLogger({ level: 'silent', name: 'test' });

let folder: string;
let nowMs: number;
let bus: Awaited<ReturnType<typeof openEmbeddedBus>>;

beforeEach(async () => {
  nowMs = 1_700_000_000_000;
  folder = await mkdtemp(join(tmpdir(), 'earshot-bus-'));
  const timing = { cleanEveryMs: 10, keepHandledMs: hour, graceMs: 100, settleMs: 100 };
  bus = await openEmbeddedBus({ folder, topics, clock: { now: () => new Date(nowMs) }, log, timing });
});

afterEach(async () => {
  await bus.stop();
  await rm(folder, { recursive: true });
});

function records(count: number, bytes: number): BusRecord[] {
  return Array.from({ length: count }, (_, n) => ({
    topic: 't',
    key: `k${n}`,
    value: Buffer.alloc(bytes, n),
    headers: {},
  }));
}

function subscribe(group: string, handle: () => Promise<void>) {
  const retry = { attempts: 1_000, baseMs: 20_000, maxMs: 20_000 };
  return bus.subscribe({ group, topic: 't', concurrency: 2, deadlineMs: 60_000, retry, handle });
}

/** A new group starts at the oldest kept record, so its lag is the number of kept records. */
const kept = () => bus.lag('a new group', 't');

it('deletes records an hour after every known group handled them, and gives the space back', async () => {
  await subscribe('one', async () => undefined);
  const two = await subscribe('two', async () => undefined);
  await bus.publish(records(3_000, 2_000));
  await until('both groups', async () => (await bus.lag('one', 't')) + (await bus.lag('two', 't')) === 0);
  expect(await kept()).toBe(3_000);
  const fullBytes = (await stat(join(folder, 'bus.sqlite'))).size;
  await two.stop();
  nowMs += 2 * hour;
  await until('nothing kept', async () => (await kept()) === 0);
  await until('a smaller file', async () => (await stat(join(folder, 'bus.sqlite'))).size < fullBytes / 2);

  await bus.publish(records(1, 10));
  await until('the next record, at an offset of its own', async () => (await bus.lag('one', 't')) === 0);
});

it('keeps records of any age that a running group has not handled', async () => {
  await subscribe('failing', async () => {
    throw new Error('not yet');
  });
  await bus.publish(records(20, 10));
  nowMs += 48 * hour;
  await subscribe('quick', async () => undefined);
  await until('the quick group', async () => (await bus.lag('quick', 't')) === 0);
  await bus.publish(records(10, 10));
  await until('the quick group again', async () => (await bus.lag('quick', 't')) === 0);
  expect(await bus.lag('failing', 't')).toBe(30);
});

it('deletes records past the retention that only an absent group has not handled', async () => {
  const absent = await subscribe('absent', async () => undefined);
  await absent.stop();
  await subscribe('here', async () => undefined);
  await bus.publish(records(50, 10));
  await until('the group that is here', async () => (await bus.lag('here', 't')) === 0);
  nowMs += 2 * hour;
  expect(await kept()).toBe(50);
  nowMs += 23 * hour;
  await until('nothing kept', async () => (await kept()) === 0);
});

it('stops reading while everything fails, so that a backlog does not fill the memory', async () => {
  const tried = new Set<string>();
  let failures = 0;
  const retry = { attempts: 1_000, baseMs: 5, maxMs: 5 };
  const handle = async ({ record }: { record: BusRecord }) => {
    tried.add(record.key);
    failures += 1;
    throw new Error('not yet');
  };
  await bus.publish(records(1_000, 10));
  await bus.subscribe({ group: 'failing', topic: 't', concurrency: 2, deadlineMs: 60_000, retry, handle });
  await until('many failures', () => failures > 1_500);
  expect(tried.size).toBe(topics.t.partitions * 100);
});

it('rejects a publish that the disk refuses, stores nothing of it, and accepts the next one', async () => {
  const offsets: number[] = [];
  await bus.subscribe({
    group: 'g',
    topic: 't',
    concurrency: 2,
    deadlineMs: 60_000,
    retry: { attempts: 1, baseMs: 5, maxMs: 5 },
    handle: async ({ offset }) => void offsets.push(offset),
  });
  const [one, other] = [records(1, 10), records(1, 10)];
  await bus.publish(one);
  await until('the first', () => offsets.length === 1);
  const intruder = new DatabaseSync(join(folder, 'bus.sqlite'));
  intruder.exec('BEGIN IMMEDIATE');
  await expect(bus.publish(other)).rejects.toThrow(/locked/);
  intruder.exec('ROLLBACK');
  intruder.close();
  await bus.publish(other);
  await until('the second', () => offsets.length === 2);
  expect(offsets).toEqual([0, 1]);
  await until('the progress of both', async () => (await bus.lag('g', 't')) === 0);
});
