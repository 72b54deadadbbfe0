import { type Committed, isSame, type PartitionLog } from './partition-log.ts';

/** A partition assigned to this member. */
export interface Owned {
  readonly records: PartitionLog;
  /** The commit that the broker has, or the candidates while answers to commits are missing. */
  known: readonly (Committed | null)[];
  paused: boolean;
}

/** Maximum number of remembered commits without an answer. */
const unansweredLimit = 20;

/** The partition's progress to commit now, which the broker may have from now on. */
export function committedNow(owned: Owned): Committed {
  const committable = owned.records.committable();
  if (!isSame(owned.known.at(-1) ?? null, committable)) owned.known = [...owned.known, committable];
  if (owned.known.length > unansweredLimit) owned.known = [...owned.known.slice(0, 1), ...owned.known.slice(2)];
  return committable;
}
