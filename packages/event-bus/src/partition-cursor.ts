import type { BusRecord, RetryPolicy } from './event-bus.ts';

/** A record with its place. */
export interface StoredRecord extends BusRecord {
  readonly partition: number;
  readonly offset: number;
  /** Set on a replayed dead letter: other groups pass it over. */
  readonly onlyGroup: string | null;
  /** Deliveries that failed before the cursor was made. */
  readonly failures?: number;
}

/** Where a cursor reads one partition. */
export interface PartitionRecords {
  /** Nothing waits behind a failing record. */
  readonly dealt: boolean;
  /** The first records from an offset on, in order; at most `limit`. */
  read(fromOffset: number, limit: number): readonly StoredRecord[];
}

/** A record that waits for another attempt, or behind one that does. */
export interface ParkedRecord {
  readonly offset: number;
  readonly key: string;
  /** Deliveries that failed. */
  readonly attempts: number;
}

/** What one group has done of one partition. Writes join a commit soon; they may be done again, never lost for good. */
export interface PartitionProgress {
  readonly position: number;
  readonly parked: readonly ParkedRecord[];
  /** Whether one more record may be parked. */
  hasRoom(): boolean;
  /** Everything before this offset is handled or parked. */
  moveTo(position: number): void;
  park(record: ParkedRecord): void;
  unpark(offset: number): void;
  /** Resolves when the letter will not be lost; rejects when that cannot be had now. */
  deadLetter(record: StoredRecord, attempts: number, error: string): Promise<void>;
}

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
  readonly #records: PartitionRecords;
  readonly #progress: PartitionProgress;
  readonly #group: string;
  readonly #parked = new Map<string, ParkedKey>();
  /** Offsets whose handler outlived its deadline: not delivered again while it runs. */
  readonly #overdue = new Set<number>();
  #parkedRecords = 0;
  #lastWasParked = false;
  #singlyUntil = -1;
  #position: number;
  #buffer: StoredRecord[] = [];

  constructor(options: { records: PartitionRecords; progress: PartitionProgress; group: string }) {
    this.#records = options.records;
    this.#progress = options.progress;
    this.#group = options.group;
    this.#position = options.progress.position;
    for (const { offset, key, attempts } of options.progress.parked)
      this.#enqueue(this.#queueOf(key, offset), offset, attempts);
  }

  /**
   * The next records to deliver together, at most `limit`; none when there is none now. A record on a further attempt
   * comes alone. Call again only after their outcome was told.
   */
  take(nowMs: number, limit: number): readonly Turn[] {
    // By turns, so that keys that fail again and again do not starve the others.
    const parked = this.#lastWasParked ? null : this.#takeParked(nowMs);
    const fresh = parked === null ? this.#takeNew() : null;
    this.#lastWasParked = parked !== null;
    if (fresh !== null) return [fresh, ...this.#following(fresh, limit - 1)];
    const turn = parked ?? this.#takeParked(nowMs);
    return turn === null ? [] : [turn];
  }

  /** Plain records right behind a new one, as far as they were read with it. */
  #following({ attempt, record }: Turn, limit: number): Turn[] {
    if (attempt > 1 || record.offset <= this.#singlyUntil) return [];
    const isPlain = (next: StoredRecord) =>
      (next.onlyGroup === null || next.onlyGroup === this.#group) &&
      (next.failures ?? 0) === 0 &&
      !this.#parked.has(this.#queueOf(next.key, next.offset));
    const end = this.#buffer.findIndex((next) => !isPlain(next));
    const count = Math.min(limit, end === -1 ? this.#buffer.length : end);
    return this.#buffer.splice(0, count).map((next) => ({ record: next, attempt: 1 }));
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

  /** After a failed delivery: parks the record until its next attempt. Returns the milliseconds until then. */
  failed({ record, attempt }: Turn, retry: RetryPolicy, nowMs: number): number {
    const queue = this.#queueOf(record.key, record.offset);
    const wasParked = this.#parked.get(queue)?.offsets[0] === record.offset;
    if (!wasParked) this.#enqueue(queue, record.offset, attempt);
    this.#progress.park({ offset: record.offset, key: record.key, attempts: attempt });
    if (!wasParked) this.#moveTo(record.offset + 1);
    const delayMs = retryDelayMs(retry, attempt);
    const parked = this.#parked.get(queue);
    if (parked !== undefined) Object.assign(parked, { failures: attempt, dueAtMs: nowMs + delayMs });
    return delayMs;
  }

  /** Keeps the record as a dead letter; then call `succeeded`. Rejects when the letter cannot be kept. */
  async giveUp({ record, attempt }: Turn, error: string): Promise<void> {
    await this.#progress.deadLetter(record, attempt, error);
  }

  /** The delivery does not count: its records are the next ones again. */
  undone(turns: readonly Turn[]): void {
    const isParked = ({ record }: Turn) =>
      this.#parked.get(this.#queueOf(record.key, record.offset))?.offsets[0] === record.offset;
    this.#buffer.unshift(...turns.filter((turn) => !isParked(turn)).map(({ record }) => record));
  }

  /** From now on these come alone. */
  singly(turns: readonly Turn[]): void {
    this.#singlyUntil = Math.max(this.#singlyUntil, ...turns.map(({ record }) => record.offset));
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
      const [record] = this.#records.read(offset, 1);
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
    while (this.#mayReadOn()) {
      if (this.#buffer.length === 0) this.#buffer = [...this.#records.read(this.#position, readLimit)];
      const record = this.#buffer.shift();
      if (record === undefined) return null;
      if (record.onlyGroup !== null && record.onlyGroup !== this.#group) {
        this.#moveTo(record.offset + 1);
        continue;
      }
      const queue = this.#queueOf(record.key, record.offset);
      const { failures = 0 } = record;
      if (!this.#parked.has(queue)) return { record, attempt: failures + 1 };
      this.#enqueue(queue, record.offset, failures);
      this.#progress.park({ offset: record.offset, key: record.key, attempts: failures });
      this.#moveTo(record.offset + 1);
    }
    return null;
  }

  #mayReadOn(): boolean {
    const few = this.#parked.size < parkedKeysLimit && this.#parkedRecords < parkedRecordsLimit;
    return few && this.#progress.hasRoom();
  }

  #moveTo(position: number): void {
    this.#position = position;
    this.#progress.moveTo(position);
  }

  /** On a dealt topic nothing waits behind a failing record. */
  #queueOf(key: string, offset: number): string {
    return this.#records.dealt ? String(offset) : key;
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

/** Doubles with each failed attempt, up to the policy's longest. */
function retryDelayMs({ baseMs, maxMs }: RetryPolicy, attempt: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30));
}
