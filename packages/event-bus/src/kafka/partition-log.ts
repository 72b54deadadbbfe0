import type { ParkedRecord, PartitionProgress, PartitionRecords, StoredRecord } from '../partition-cursor.ts';
import { type CommitState, encodeState, encodeTruncated, type Range } from './commit-state.ts';

/** Fetching pauses at `manyRecords` records of a partition in memory, and resumes at `fewRecords`. */
const manyRecords = 300;
const fewRecords = 50;
/** Up to this many parked records always fit into a commit's metadata. */
const parkedThatFit = 250;

/** An offset as committed to Kafka. */
export interface Committed {
  readonly offset: number;
  readonly metadata: string;
}

export function isSame(one: Committed | null, other: Committed | null): boolean {
  return one?.offset === other?.offset && one?.metadata === other?.metadata;
}

/**
 * One consumer's state of one partition: fetched but unhandled records, and handled ranges. The committed offset is
 * that of the oldest unhandled record; its metadata lists the later records that are handled.
 */
export class PartitionLog implements PartitionRecords, PartitionProgress {
  readonly dealt: boolean;
  readonly parked: readonly ParkedRecord[] = [];
  readonly deadLetter: PartitionProgress['deadLetter'];
  readonly stored: PartitionProgress['stored'];
  readonly #onChange: () => void;
  readonly #member: () => string;
  readonly #parked = new Map<number, ParkedRecord & { readonly record: StoredRecord }>();
  /** Not yet delivered, in order, all at or after the position. */
  #fresh: StoredRecord[] = [];
  #position: number;
  #fetchPosition: number;
  /** Ranges after the position that were handled before a crash. */
  #doneAhead: readonly Range[];
  readonly #failuresAhead: Map<number, number>;
  readonly #unendedAhead: Map<number, number>;

  constructor(options: {
    dealt: boolean;
    start: CommitState;
    deadLetter: PartitionProgress['deadLetter'];
    stored: PartitionProgress['stored'];
    /** The member that handles the records. */
    member: () => string;
    /** Called when there is progress to commit, or room for more records. */
    onChange: () => void;
  }) {
    this.dealt = options.dealt;
    this.deadLetter = options.deadLetter;
    this.stored = options.stored;
    this.#onChange = options.onChange;
    this.#member = options.member;
    this.#position = options.start.offset;
    this.#fetchPosition = options.start.offset;
    this.#doneAhead = options.start.done;
    this.#failuresAhead = new Map(options.start.failures);
    this.#unendedAhead = new Map(options.start.unended);
  }

  get position(): number {
    return this.#position;
  }

  /** The next offset to fetch. */
  get fetchPosition(): number {
    return this.#fetchPosition;
  }

  get isFull(): boolean {
    return this.#fresh.length >= manyRecords;
  }

  get wantsMore(): boolean {
    return this.#fresh.length <= fewRecords;
  }

  /** Adds fetched records, without known and handled ones. */
  append(records: readonly StoredRecord[], lastOffset: number): void {
    for (const record of records) {
      const { offset } = record;
      if (offset < this.#fetchPosition || this.#isDone(offset)) continue;
      const failures = this.#failuresAhead.get(offset) ?? 0;
      const unended = this.#unendedAhead.get(offset) ?? 0;
      this.#fresh.push(failures + unended === 0 ? record : { ...record, failures, unended });
    }
    this.#fetchPosition = Math.max(this.#fetchPosition, lastOffset + 1);
  }

  read(fromOffset: number, limit: number): readonly StoredRecord[] {
    const parked = this.#parked.get(fromOffset);
    return parked === undefined ? this.#fresh.slice(0, limit) : [parked.record];
  }

  hasRoom(): boolean {
    return this.#parked.size < parkedThatFit || encodeState(this.#state()) !== undefined;
  }

  moveTo(position: number): void {
    this.#position = position;
    const firstLeft = this.#fresh.findIndex(({ offset }) => offset >= position);
    this.#fresh.splice(0, firstLeft === -1 ? this.#fresh.length : firstLeft);
    if (this.#doneAhead.length > 0) this.#doneAhead = this.#doneAhead.filter((range) => endOf(range) > position);
    for (const ahead of [this.#failuresAhead, this.#unendedAhead])
      for (const offset of ahead.keys()) if (offset < position) ahead.delete(offset);
    this.#onChange();
  }

  park(parked: ParkedRecord): void {
    const { offset } = parked;
    const record = this.#parked.get(offset)?.record ?? this.#fresh.find((fresh) => fresh.offset === offset);
    if (record !== undefined) this.#parked.set(offset, { ...parked, record });
    this.#onChange();
  }

  unpark(offset: number): void {
    this.#parked.delete(offset);
    this.#onChange();
  }

  /** The state to commit now. */
  committable(): Committed {
    const state = this.#state();
    return { offset: state.offset, metadata: encodeTruncated(state) };
  }

  #isDone(offset: number): boolean {
    return this.#doneAhead.some((range) => range.first <= offset && offset < endOf(range));
  }

  #state(): CommitState {
    const undone = [...this.#parked.keys()].sort((a, b) => a - b);
    const done: Range[] = [];
    let at = undone[0] ?? this.#position;
    const offset = at;
    for (const next of [...undone, this.#position]) {
      if (next > at) done.push({ first: at, length: next - at });
      at = Math.max(at, next + 1);
    }
    const all = joined([...done, ...this.#doneAhead.map((range) => from(range, this.#position))]);
    const failures = new Map(this.#failuresAhead);
    const unended = new Map(this.#unendedAhead);
    for (const [parked, counts] of this.#parked) {
      if (counts.attempts > 0) failures.set(parked, counts.attempts);
      if (counts.unended > 0) unended.set(parked, counts.unended);
    }
    const offsets = undone.filter((parked) => this.#parked.get(parked)?.begun);
    const counts = { failures, unended, running: { member: this.#member(), offsets } };
    const first = all[0];
    // With no parked records, the first handled range may start at the offset.
    if (first?.first === offset) return { offset: endOf(first), done: all.slice(1), ...counts };
    return { offset, done: all, ...counts };
  }
}

function endOf({ first, length }: Range): number {
  return first + length;
}

/** The part of a range at or after an offset. */
function from(range: Range, offset: number): Range {
  const first = Math.max(range.first, offset);
  return { first, length: endOf(range) - first };
}

/** Merges adjacent ranges. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && endOf(last) === range.first) {
      result[result.length - 1] = { first: last.first, length: last.length + range.length };
    } else if (range.length > 0) result.push(range);
  }
  return result;
}
