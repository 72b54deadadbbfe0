import type { BusRecord, RetryPolicy } from './event-bus.ts';

/** A record with its partition and offset. */
export interface StoredRecord extends BusRecord {
  readonly partition: number;
  readonly offset: number;
  /** Set on a replayed dead letter: other groups skip it. */
  readonly onlyGroup: string | null;
  /** Deliveries that failed before the cursor was created. */
  readonly failures?: number;
  /** The last deliveries before the cursor was created, if they began and did not end. */
  readonly unended?: number;
}

/** How a cursor reads one partition. */
export interface PartitionRecords {
  /** On a dealt topic, records do not wait behind a failing one. */
  readonly dealt: boolean;
  /** The first records at or after an offset, in order; at most `limit`. */
  read(fromOffset: number, limit: number): readonly StoredRecord[];
}

/** A record that waits for a retry, or behind a record that does. */
export interface ParkedRecord {
  readonly offset: number;
  readonly key: string;
  /** Failed deliveries. */
  readonly attempts: number;
  /** The last deliveries, if they began and did not end. */
  readonly unended: number;
  /** A delivery that began is running. If this process ends, it is unended too. */
  readonly begun: boolean;
}

/**
 * One group's progress in one partition. Writes join the next commit: a crash may undo the last ones, but later writes
 * include them.
 */
export interface PartitionProgress {
  readonly position: number;
  readonly parked: readonly ParkedRecord[];
  /** Whether another record can be parked. */
  hasRoom(): boolean;
  /** Everything before this offset is handled or parked. */
  moveTo(position: number): void;
  park(record: ParkedRecord): void;
  unpark(offset: number): void;
  /** Resolves when all progress so far is durable; rejects when it cannot be stored. */
  stored(): Promise<void>;
  /** Resolves when the letter cannot get lost any more; rejects when it cannot be stored. */
  deadLetter(record: StoredRecord, attempts: number, error: string): Promise<void>;
}

/** A record to deliver now. */
export interface Turn {
  readonly record: StoredRecord;
  /** 1 for the first delivery. */
  readonly attempt: number;
  /** The deliveries before, if they began and did not end. */
  readonly unended: number;
}

/** Waiting records of one key: the first waits for its retry, the others behind it, so that the key stays in order. */
interface ParkedKey {
  readonly offsets: number[];
  failures: number;
  unended: number;
  begun: boolean;
  dueAtMs: number;
}

const readLimit = 100;
/** A partition with this much parked reads no further: if everything fails, it must not be read to the end. */
const parkedKeysLimit = 100;
const parkedRecordsLimit = 10_000;

/**
 * One group's position in one partition. A failing record is parked with its key, and other keys continue
 * (docs/decisions/0013-a-failing-event-blocks-its-key-only.md). The parked key is retried when due. After the last
 * attempt, the record goes to the dead letters.
 */
export class PartitionCursor {
  readonly #records: PartitionRecords;
  readonly #progress: PartitionProgress;
  readonly #group: string;
  readonly #parked = new Map<string, ParkedKey>();
  /** Offsets whose handler outlived its deadline. They are not delivered again while it runs. */
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
    for (const { offset, key, attempts, unended } of options.progress.parked)
      this.#enqueue(this.#queueOf(key, offset), offset, { failures: attempts, unended, begun: false });
  }

  /**
   * Returns the next records to deliver together, at most `limit`; null when none is due. Records that `wants` rejects
   * count as handled. A call that passed over many of them may return none although more are due. A retried record is
   * returned alone. Call again only after the outcome was reported.
   */
  take(nowMs: number, limit: number, wants: (record: StoredRecord) => boolean): readonly Turn[] | null {
    // Alternate, so that keys that keep failing do not starve the others.
    const parked = this.#lastWasParked ? null : this.#takeParked(nowMs);
    const fresh = parked === null ? this.#takeNew(wants) : null;
    this.#lastWasParked = parked !== null;
    if (fresh === 'later') return [];
    if (fresh !== null) return [fresh, ...this.#following(fresh, limit - 1).filter(({ record }) => wants(record))];
    const turn = parked ?? this.#takeParked(nowMs);
    return turn === null ? null : [turn];
  }

  /** The buffered records directly after a new one that neither failed before nor wait behind a parked key. */
  #following({ attempt, record }: Turn, limit: number): Turn[] {
    if (attempt > 1 || record.offset <= this.#singlyUntil) return [];
    const isPlain = (next: StoredRecord) =>
      (next.onlyGroup === null || next.onlyGroup === this.#group) &&
      (next.failures ?? 0) + (next.unended ?? 0) === 0 &&
      !this.#parked.has(this.#queueOf(next.key, next.offset));
    const end = this.#buffer.findIndex((next) => !isPlain(next));
    const count = Math.min(limit, end === -1 ? this.#buffer.length : end);
    return this.#buffer.splice(0, count).map((next) => ({ record: next, attempt: 1, unended: 0 }));
  }

  /** Milliseconds until a parked key is due. null when there is nothing to do until a new record or a release. */
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

  /** Notes that the delivery begins. Resolves when a crash cannot undo it any more. */
  async begin({ record, attempt, unended }: Turn): Promise<void> {
    this.#park(record, { failures: attempt - 1, unended, begun: true, dueAtMs: 0 });
    await this.#progress.stored();
  }

  /** Parks a failed record until its next attempt. Returns the milliseconds until then. */
  failed({ record, attempt }: Turn, retry: RetryPolicy, nowMs: number, unended = 0): number {
    const delayMs = retryDelayMs(retry, attempt);
    this.#park(record, { failures: attempt, unended, begun: false, dueAtMs: nowMs + delayMs });
    return delayMs;
  }

  #park({ key, offset }: StoredRecord, state: Omit<ParkedKey, 'offsets'>): void {
    const { failures, unended, begun } = state;
    const queue = this.#queueOf(key, offset);
    const wasParked = this.#parked.get(queue)?.offsets[0] === offset;
    if (!wasParked) this.#enqueue(queue, offset, state);
    this.#progress.park({ offset, key, attempts: failures, unended, begun });
    if (!wasParked) this.#moveTo(offset + 1);
    const parked = this.#parked.get(queue);
    if (parked !== undefined) Object.assign(parked, state);
  }

  /** Stores the record as a dead letter; call `succeeded` afterwards. Rejects when it cannot be stored. */
  async giveUp({ record, attempt }: Turn, error: string): Promise<void> {
    await this.#progress.deadLetter(record, attempt, error);
  }

  /** The delivery does not count: its records are delivered next. */
  undone(turns: readonly Turn[]): void {
    const isParked = ({ record }: Turn) =>
      this.#parked.get(this.#queueOf(record.key, record.offset))?.offsets[0] === record.offset;
    this.#buffer.unshift(...turns.filter((turn) => !isParked(turn)).map(({ record }) => record));
    for (const { record, attempt, unended } of turns.filter(isParked))
      this.#park(record, { failures: attempt - 1, unended, begun: false, dueAtMs: 0 });
  }

  /** From now on, these records are delivered one at a time. */
  singly(turns: readonly Turn[]): void {
    this.#singlyUntil = Math.max(this.#singlyUntil, ...turns.map(({ record }) => record.offset));
  }

  /**
   * Sets a record of a dealt topic aside while its delivery runs, so that the next records can be taken. It counts as
   * delivered once less until its outcome is reported, and is not delivered again before `release`. Returns false when the
   * partition has no room for another such record.
   */
  setAside({ record, attempt, unended }: Turn): boolean {
    if (!this.#records.dealt || !this.#mayReadOn()) return false;
    this.#park(record, { failures: attempt - 1, unended, begun: false, dueAtMs: 0 });
    this.holdBack(record.offset);
    return true;
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
      const { queue, offset, failures, unended } = due;
      const [record] = this.#records.read(offset, 1);
      if (record?.offset === offset) return { record, attempt: failures + 1, unended };
      // The record's retention has expired.
      this.#nextOfKey(queue, offset);
    }
    return null;
  }

  #dueKey(nowMs: number): { queue: string; offset: number; failures: number; unended: number } | null {
    for (const [queue, { offsets, dueAtMs, failures, unended }] of this.#parked) {
      const [offset] = offsets;
      if (offset !== undefined && dueAtMs <= nowMs && !this.#overdue.has(offset))
        return { queue, offset, failures, unended };
    }
    return null;
  }

  #takeNew(wants: (record: StoredRecord) => boolean): Turn | 'later' | null {
    for (let passed = 0; this.#mayReadOn();) {
      if (this.#buffer.length === 0) this.#buffer = [...this.#records.read(this.#position, readLimit)];
      const record = this.#buffer.shift();
      if (record === undefined) return null;
      if ((record.onlyGroup !== null && record.onlyGroup !== this.#group) || !wants(record)) {
        this.#moveTo(record.offset + 1);
        passed += 1;
        if (passed === readLimit) return 'later';
        continue;
      }
      const queue = this.#queueOf(record.key, record.offset);
      const { failures = 0, unended = 0 } = record;
      if (!this.#parked.has(queue)) return { record, attempt: failures + 1, unended };
      this.#enqueue(queue, record.offset, { failures, unended, begun: false });
      this.#progress.park({ offset: record.offset, key: record.key, attempts: failures, unended, begun: false });
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

  /** On a dealt topic, each record has a separate queue. */
  #queueOf(key: string, offset: number): string {
    return this.#records.dealt ? String(offset) : key;
  }

  #enqueue(queue: string, offset: number, state: Pick<ParkedKey, 'failures' | 'unended' | 'begun'>): void {
    const parked = this.#parked.get(queue);
    if (parked === undefined) this.#parked.set(queue, { dueAtMs: 0, ...state, offsets: [offset] });
    else parked.offsets.push(offset);
    this.#parkedRecords += 1;
  }

  /** Removes the first record of the key; the next one is due at once. */
  #nextOfKey(queue: string, offset: number): void {
    this.#progress.unpark(offset);
    const parked = this.#parked.get(queue);
    if (parked === undefined) return;
    parked.offsets.shift();
    this.#parkedRecords -= 1;
    Object.assign(parked, { failures: 0, unended: 0, begun: false, dueAtMs: 0 });
    if (parked.offsets.length === 0) this.#parked.delete(queue);
  }
}

/** The delay doubles with each failed attempt, up to the policy's maximum. */
function retryDelayMs({ baseMs, maxMs }: RetryPolicy, attempt: number): number {
  return Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30));
}
