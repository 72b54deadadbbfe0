import { AppError } from '@earshot/core';
import type { RemovedBy, Sources } from '@earshot/sources';
import { type TaskRun, waitOutLimits } from './task-run.ts';

/** The post to check. */
interface CheckedPost {
  readonly source: string;
  readonly sample: boolean;
}

/** Asks a source which of its posts were removed, and by whom. */
type GoneCheck = (
  ids: readonly string[],
  signal?: AbortSignal,
  onWait?: () => void,
) => Promise<ReadonlyMap<string, RemovedBy>>;

/**
 * Returns the call that asks a post's source which posts were removed there. Null if the source cannot tell or is not in
 * use, or if the post comes from the sandbox and the real source is in use now.
 */
export function goneCheckOf({ all }: Pick<Sources, 'all'>, { source, sample }: CheckedPost): GoneCheck | null {
  const found = all.find(({ definition }) => definition.id === source);
  const recheck = found?.sample === sample ? found.read.recheck : undefined;
  if (recheck === undefined) return null;
  return async (ids, signal, onWait) => {
    const states = await recheck.states(ids, signal, onWait);
    return new Map([...states].flatMap(([id, state]) => (state.kind === 'removed' ? [[id, state.by]] : [])));
  };
}

/** Whether a post is still at its source. `unknown`: the source does not answer. */
export type PostPresence = 'present' | 'gone' | 'unknown';

/** A longer wait for a check, which a task can do without, would delay the task more than the check is worth. */
const longestWaitMs = 15_000;

/** Asks a post's source whether the post is still there, as a part of a task. `check` throws once the job has ended. */
export async function presenceOf(
  { sources }: { readonly sources: Pick<Sources, 'all'> },
  { run, check }: { readonly run: TaskRun; readonly check: () => Promise<void> },
  post: CheckedPost & { readonly id: string },
): Promise<PostPresence> {
  const goneOf = goneCheckOf(sources, post);
  if (goneOf === null) return 'present';
  try {
    const ask = (onWait: () => void) => goneOf([post.id], run.signal, onWait);
    return (await waitOutLimits(run, ask, check, { longestWaitMs })).has(post.id) ? 'gone' : 'present';
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('source.')) return 'unknown';
    throw error;
  }
}
