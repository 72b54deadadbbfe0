import type { RetryPolicy } from '../bus/event-bus.ts';
import type { PartitionProgress } from './bus-progress.ts';
import type { Records, StoredRecord } from './bus-records.ts';

/** A record to deliver now. */
export interface Turn {
  readonly record: StoredRecord;
  /** 1 at first. */
  readonly attempt: number;
}

/** Records of one key that wait: the first for its next attempt, the others behind it, so that the key stays in order. */
interface ParkedKey {
  readonly offsets: number[];
  failures: number;
  dueAtMs: number;
}

const readLimit = 100;
/** A partition with this much parked reads no further: what fails everywhere must not be read to the end. */
const parkedKeysLimit = 100;
const parkedRecordsLimit = 10_000;

/**
 * One group's way through one partition, one record at a time. A failing record is parked with its key, and the other
 * keys go on; the parked key is tried again when due, and given up to the dead letters after the last attempt.
 */
export class PartitionCursor {
  readonly #records: Records;
  readonly #progress: PartitionProgress;
  readonly #group: string;
  readonly #topic: string;
  readonly #partition: number;
  readonly #parked = new Map<string, ParkedKey>();
  /** Offsets whose handler outlived its deadline: not delivered again while it runs. */
  readonly #overdue = new Set<number>();
  #parkedRecords = 0;
  #lastWasParked = false;
  #position: number;
  #buffer: StoredRecord[] = [];

  constructor(options: {
    records: Records;
    progress: PartitionProgress;
    group: string;
    topic: string;
    partition: number;
  }) {
    this.#records = options.records;
    this.#progress = options.progress;
    this.#group = options.group;
    this.#topic = options.topic;
    this.#partition = options.partition;
    this.#position = options.progress.position;
    for (const { offset, key, attempts } of options.progress.parked)
      this.#enqueue(this.#queueOf(key, offset), offset, attempts);
  }

  /** The next record to deliver; null when there is none now. Call again only after its outcome was told. */
  take(nowMs: number): Turn | null {
    // By turns, so that keys that fail again and again do not starve the others.
    const parked = this.#lastWasParked ? null : this.#takeParked(nowMs);
    const turn = parked ?? this.#takeNew();
    this.#lastWasParked = parked !== null;
    return turn ?? this.#takeParked(nowMs);
  }

  /** Milliseconds until a parked key is due; null when only a new record or a release can bring more to do. */
  dueInMs(nowMs: number): number | null {
    let earliest = Infinity;
    for (const { offsets, dueAtMs } of this.#parked.values()) {
      const isHeldBack = offsets[0] !== undefined && this.#overdue.has(offsets[0]);
      if (!isHeldBack) earliest = Math.min(earliest, dueAtMs);
    }
    return earliest === Infinity ? null : Math.max(0, earliest - nowMs);
  }

  succeeded(record: StoredRecord): void {
    const queue = this.#queueOf(record.key, record.offset);
    if (this.#parked.get(queue)?.offsets[0] === record.offset) this.#nextOfKey(queue, record.offset);
    else this.#moveTo(record.offset + 1);
  }

  /** Returns the milliseconds until the next attempt, or null when the record went to the dead letters. */
  failed({ record, attempt }: Turn, error: string, retry: RetryPolicy, nowMs: number): number | null {
    const queue = this.#queueOf(record.key, record.offset);
    const wasParked = this.#parked.get(queue)?.offsets[0] === record.offset;
    if (attempt >= retry.attempts) {
      this.#progress.deadLetter(record, attempt, error);
      if (wasParked) this.#nextOfKey(queue, record.offset);
      else this.#moveTo(record.offset + 1);
      return null;
    }
    if (!wasParked) this.#enqueue(queue, record.offset, attempt);
    this.#progress.park({ offset: record.offset, key: record.key, attempts: attempt });
    if (!wasParked) this.#moveTo(record.offset + 1);
    const delayMs = Math.min(retry.maxMs, retry.baseMs * 2 ** Math.min(attempt - 1, 30));
    const parked = this.#parked.get(queue);
    if (parked !== undefined) Object.assign(parked, { failures: attempt, dueAtMs: nowMs + delayMs });
    return delayMs;
  }

  /** The bus stopped the delivery: the record is the next one again. */
  undone({ record }: Turn): void {
    const isParked = this.#parked.get(this.#queueOf(record.key, record.offset))?.offsets[0] === record.offset;
    if (!isParked) this.#buffer.unshift(record);
  }

  /** Until `release`, the record is not delivered again. */
  holdBack(offset: number): void {
    this.#overdue.add(offset);
  }

  release(offset: number): void {
    this.#overdue.delete(offset);
  }

  #takeParked(nowMs: number): Turn | null {
    for (let due = this.#dueKey(nowMs); due !== null; due = this.#dueKey(nowMs)) {
      const { queue, offset, failures } = due;
      const [record] = this.#records.read(this.#topic, this.#partition, offset, 1);
      if (record?.offset === offset) return { record, attempt: failures + 1 };
      // Past its retention.
      this.#nextOfKey(queue, offset);
    }
    return null;
  }

  #dueKey(nowMs: number): { queue: string; offset: number; failures: number } | null {
    for (const [queue, { offsets, dueAtMs, failures }] of this.#parked) {
      const [offset] = offsets;
      if (offset !== undefined && dueAtMs <= nowMs && !this.#overdue.has(offset)) return { queue, offset, failures };
    }
    return null;
  }

  #takeNew(): Turn | null {
    while (this.#parked.size < parkedKeysLimit && this.#parkedRecords < parkedRecordsLimit) {
      if (this.#buffer.length === 0) this.#buffer = this.#read();
      const record = this.#buffer.shift();
      if (record === undefined) return null;
      if (record.onlyGroup !== null && record.onlyGroup !== this.#group) {
        this.#moveTo(record.offset + 1);
        continue;
      }
      const queue = this.#queueOf(record.key, record.offset);
      if (!this.#parked.has(queue)) return { record, attempt: 1 };
      this.#enqueue(queue, record.offset, 0);
      this.#progress.park({ offset: record.offset, key: record.key, attempts: 0 });
      this.#moveTo(record.offset + 1);
    }
    return null;
  }

  #read(): StoredRecord[] {
    return this.#records.read(this.#topic, this.#partition, this.#position, readLimit);
  }

  #moveTo(position: number): void {
    this.#position = position;
    this.#progress.moveTo(position);
  }

  /** On a dealt topic nothing waits behind a failing record. */
  #queueOf(key: string, offset: number): string {
    return this.#records.settings(this.#topic).dealt ? String(offset) : key;
  }

  #enqueue(queue: string, offset: number, failures: number): void {
    const parked = this.#parked.get(queue);
    if (parked === undefined) this.#parked.set(queue, { offsets: [offset], failures, dueAtMs: 0 });
    else parked.offsets.push(offset);
    this.#parkedRecords += 1;
  }

  /** The first of the key is done: the next one is due at once. */
  #nextOfKey(queue: string, offset: number): void {
    this.#progress.unpark(offset);
    const parked = this.#parked.get(queue);
    if (parked === undefined) return;
    parked.offsets.shift();
    this.#parkedRecords -= 1;
    Object.assign(parked, { failures: 0, dueAtMs: 0 });
    if (parked.offsets.length === 0) this.#parked.delete(queue);
  }
}
