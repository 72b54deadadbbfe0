import { expect, it } from '@jest/globals';
import { PartitionCursor, type StoredRecord } from '../src/partition-cursor.ts';
import { decodeState, encodeState, encodeTruncated, noneRunning, takenOver } from '../src/kafka/commit-state.ts';
import { PartitionLog } from '../src/kafka/partition-log.ts';
import { Session } from '../src/kafka/session.ts';
import { kafkaTiming } from '../src/kafka/timing.ts';
import { random } from '@earshot/core/testing';
import { clientOf } from './kafka-world.ts';

const retry = { attempts: 4, baseMs: 1, maxMs: 1 };

/** Opens a partition after `member` had it, who is still in the group if `lives`. */
function open(offset: number, metadata: string | null, dead: Set<number>, lives = false) {
  const log = new PartitionLog({
    dealt: false,
    start: takenOver(decodeState(offset, metadata), (member) => lives && member === 'earshot-1'),
    member: () => 'earshot-1',
    deadLetter: async ({ offset: at }) => void dead.add(at),
    stored: async () => undefined,
    onChange: () => undefined,
  });
  return { log, cursor: new PartitionCursor({ records: log, progress: log, group: 'g' }) };
}

it('delivers exactly the unhandled records again after a crash, with their attempts', async () => {
  const seed = Number(process.env['SEED'] ?? 4_711);
  process.stdout.write(`commit state: SEED=${seed}\n`);
  const next = random(seed);
  for (let round = 0; round < 40; round += 1) {
    const records: StoredRecord[] = Array.from({ length: 120 }, (_, offset) => ({
      topic: 't',
      key: `k${Math.floor(next() * 12)}`,
      value: new Uint8Array(),
      headers: {},
      partition: 0,
      offset,
      onlyGroup: null,
    }));
    const dead = new Set<number>();
    const done = new Set<number>();
    const failures = new Map<number, number>();
    const lastOfKey = new Map<string, number>();
    let { log, cursor } = open(0, '', dead);
    log.append(records, 119);
    for (let nowMs = 0; done.size + dead.size < records.length; nowMs += 2) {
      if (next() < 0.02) {
        const { offset, metadata } = log.committable();
        ({ log, cursor } = open(offset, metadata, dead));
        log.append(records.slice(offset), 119);
      }
      const [turn] = cursor.take(nowMs, 1, () => true) ?? [];
      if (turn === undefined) continue;
      const { offset, key } = turn.record;
      expect({ offset, again: done.has(offset) || dead.has(offset) }).toEqual({ offset, again: false });
      expect(turn.attempt).toBe((failures.get(offset) ?? 0) + 1);
      expect(lastOfKey.get(key) ?? -1).toBeLessThan(offset);
      if (next() < 0.7) {
        cursor.succeeded(turn.record);
        done.add(offset);
      } else if (turn.attempt < retry.attempts) {
        cursor.failed(turn, retry, nowMs);
        failures.set(offset, turn.attempt);
        continue;
      } else {
        await cursor.giveUp(turn, 'never');
        cursor.succeeded(turn.record);
      }
      lastOfKey.set(key, offset);
    }
    expect(log.committable()).toEqual({ offset: 120, metadata: '' });
  }
});

it('keeps the deliveries that began without an end through a crash', async () => {
  const record = { topic: 't', key: 'k', value: new Uint8Array(), headers: {}, partition: 0, onlyGroup: null };
  let { log, cursor } = open(0, '', new Set());
  for (let begun = 0; begun < 3; begun += 1) {
    log.append([{ ...record, offset: 0 }], 0);
    const [turn] = cursor.take(0, 1, () => true) ?? [];
    expect(turn).toMatchObject({ attempt: 1, unended: begun });
    if (turn !== undefined) await cursor.begin(turn);
    const { offset, metadata } = log.committable();
    ({ log, cursor } = open(offset, metadata, new Set()));
  }
});

it('does not count a delivery whose member lost the partition and is still in the group', async () => {
  const record = { topic: 't', key: 'k', value: new Uint8Array(), headers: {}, partition: 0, onlyGroup: null };
  let { log, cursor } = open(0, '', new Set());
  for (const { lives, unended } of [
    { lives: false, unended: 1 },
    { lives: true, unended: 1 },
    { lives: true, unended: 1 },
    { lives: false, unended: 2 },
  ]) {
    log.append([{ ...record, offset: 0 }], 0);
    const [begun] = cursor.take(0, 1, () => true) ?? [];
    if (begun !== undefined) await cursor.begin(begun);
    const { offset, metadata } = log.committable();
    ({ log, cursor } = open(offset, metadata, new Set(), lives));
    log.append([{ ...record, offset: 0 }], 0);
    const [turn] = cursor.take(0, 1, () => true) ?? [];
    expect(turn).toMatchObject({ attempt: 1, unended });
    if (turn !== undefined) cursor.undone([turn]);
  }
});

it('truncates state that does not fit into the metadata, and ignores metadata of other programs', () => {
  const done = Array.from({ length: 2_000 }, (_, index) => ({ first: 1 + index * 3, length: 2 }));
  const running = { member: 'earshot-1', offsets: [0] };
  const state = { offset: 0, done, failures: new Map([[0, 3]]), unended: new Map<number, number>(), running };
  expect(encodeState(state)).toBeUndefined();
  const text = encodeTruncated(state);
  expect(text.length).toBeLessThanOrEqual(4_000);
  const read = decodeState(0, text);
  expect(read.done.length).toBeGreaterThan(300);
  expect(read.done).toEqual(done.slice(0, read.done.length));
  expect(decodeState(7, 'somebody else wrote this')).toEqual({
    offset: 7,
    done: [],
    failures: new Map(),
    unended: new Map(),
    running: noneRunning,
  });
});

it('gives handlers the same time between two signs of progress, however short the session is', () => {
  expect(kafkaTiming({ sessionMs: 6_000 }).idleMs).toBe(kafkaTiming().idleMs);
});

it('ignores that the consumer crashed before its crash event', () => {
  const session = new Session({
    client: clientOf(['127.0.0.1:1']),
    groupId: 'g',
    topic: 't',
    timing: kafkaTiming(),
    events: { assigned: () => undefined, take: () => false, ready: () => Promise.resolve() },
  });
  // After its crash, kafkajs has no consumer group.
  expect(() => session.resume(0)).not.toThrow();
  expect(() => session.pause(0)).not.toThrow();
  expect(() => session.seek(0, 7)).not.toThrow();
});
