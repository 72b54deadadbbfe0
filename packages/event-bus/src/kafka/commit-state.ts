/** A run of offsets: [first, first + length). */
export interface Range {
  readonly first: number;
  readonly length: number;
}

/** A group's progress in a partition: everything before `offset` is handled, and the `done` ranges after it. */
export interface CommitState {
  /** The oldest record not handled. */
  readonly offset: number;
  /** Later records that are handled, in order. */
  readonly done: readonly Range[];
  /** Failed deliveries of unhandled records, by offset. */
  readonly failures: ReadonlyMap<number, number>;
  /** The last deliveries of unhandled records that began and did not end, by offset. */
  readonly unended: ReadonlyMap<number, number>;
  /**
   * Records that the member which wrote the state was delivering. A member that is still in the group only lost the
   * partition, so its deliveries are not unended.
   */
  readonly running: { readonly member: string; readonly offsets: readonly number[] };
}

export const noneRunning: CommitState['running'] = { member: '', offsets: [] };

/** The state for the next owner of the partition. `isMember` tells who is in the group now. */
export function takenOver(state: CommitState, isMember: (member: string) => boolean): CommitState {
  const { member, offsets } = state.running;
  const unended = new Map(state.unended);
  if (!isMember(member)) for (const offset of offsets) unended.set(offset, (unended.get(offset) ?? 0) + 1);
  return { ...state, unended, running: noneRunning };
}

/** Kafka's default limit is 4096 bytes of metadata per offset. */
const metadataLimit = 4_000;
const version = '1';

/** Encodes the state as the offset's metadata. Returns undefined when it would not fit. */
export function encodeState(state: CommitState): string | undefined {
  const text = encode(state);
  return text.length <= metadataLimit ? text : undefined;
}

/** Encodes as much as fits. After a crash, records left out are delivered again. */
export function encodeTruncated(state: CommitState): string {
  for (let share = 1; ; share /= 2) {
    const done = state.done.slice(0, Math.floor(state.done.length * share));
    const { member, offsets } = state.running;
    const text = encode({
      ...state,
      done,
      failures: firstOf(state.failures, share),
      unended: firstOf(state.unended, share),
      running: { member, offsets: offsets.slice(0, Math.floor(offsets.length * share)) },
    });
    if (text.length <= metadataLimit) return text;
  }
}

function firstOf(counts: ReadonlyMap<number, number>, share: number): Map<number, number> {
  return new Map([...counts].slice(0, Math.floor(counts.size * share)));
}

function encode({ offset, done, failures, unended, running }: CommitState): string {
  if (done.length + failures.size + unended.size + running.offsets.length === 0) return '';
  const ranges = done.map(({ first, length }) => `${(first - offset).toString(36)}.${length.toString(36)}`);
  const counted = (counts: ReadonlyMap<number, number>) =>
    [...counts].map(([at, count]) => `${(at - offset).toString(36)}.${count.toString(36)}`).join(',');
  const begun = running.offsets.map((at) => (at - offset).toString(36));
  const fields = [version, ranges.join(','), counted(failures), counted(unended)];
  return [...fields, ...(begun.length > 0 ? [begun.join(','), running.member] : [])].join(';');
}

/** Metadata written by another program is ignored. */
export function decodeState(offset: number, metadata: string | null): CommitState {
  const [found, ranges = '', failures = '', unended = '', begun = '', member = ''] = (metadata ?? '').split(';');
  if (found !== version) return { offset, done: [], failures: new Map(), unended: new Map(), running: noneRunning };
  const counted = (text: string) => new Map(pairs(text).map(([at, count]) => [offset + at, count]));
  return {
    offset,
    done: pairs(ranges).map(([at, length]) => ({ first: offset + at, length })),
    failures: counted(failures),
    unended: counted(unended),
    running: {
      member,
      offsets: begun.split(',').flatMap((at) => (at === '' ? [] : [offset + Number.parseInt(at, 36)])),
    },
  };
}

function pairs(text: string): [number, number][] {
  const numbers = text.split(',').map((pair) => pair.split('.').map((part) => Number.parseInt(part, 36)));
  return numbers.flatMap(([a = NaN, b = NaN]) => (a >= 0 && b > 0 ? [[a, b]] : []));
}
