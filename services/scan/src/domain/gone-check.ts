import { AppError } from '@earshot/core';
import type { PostRef } from '@earshot/proto/refs';
import type { RemovedBy, Sources } from '@earshot/sources';
import { type TaskRun, waitOutLimits } from './task-run.ts';

/** Asks a source which of its posts were removed, and by whom. */
type GoneCheck = (
  ids: readonly string[],
  signal?: AbortSignal,
  onWait?: () => void,
) => Promise<ReadonlyMap<string, RemovedBy>>;

/**
 * Returns the call that asks a source which of its posts were removed there. Null if the source cannot tell or is not in
 * use.
 */
export function goneCheckOf({ all }: Pick<Sources, 'all'>, source: string): GoneCheck | null {
  const recheck = all.find(({ definition }) => definition.id === source)?.read.recheck;
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
  post: PostRef,
): Promise<PostPresence> {
  const goneOf = goneCheckOf(sources, post.source);
  if (goneOf === null) return 'present';
  try {
    const ask = (onWait: () => void) => goneOf([post.id], run.signal, onWait);
    return (await waitOutLimits(run, ask, check, { longestWaitMs })).has(post.id) ? 'gone' : 'present';
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('source.')) return 'unknown';
    throw error;
  }
}
