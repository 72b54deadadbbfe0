import { AppError } from '@earshot/core';
import type { SourceReader, Sources } from '@earshot/sources';
import type { TaskRun } from './task-run.ts';
import { waitOutLimits } from './wait-out-limits.ts';

type GoneCheck = NonNullable<SourceReader['isGone']>;

/** The post to check. */
interface CheckedPost {
  readonly source: string;
  readonly sample: boolean;
}

/**
 * Returns the call that asks a post's source whether the post was deleted there. Null if the source cannot tell or is
 * not in use, or if the post comes from the sandbox and the real source is in use now.
 */
export function goneCheckOf({ all }: Pick<Sources, 'all'>, { source, sample }: CheckedPost): GoneCheck | null {
  const found = all.find(({ definition }) => definition.id === source);
  return found?.sample === sample ? (found.read.isGone ?? null) : null;
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
  const isGone = goneCheckOf(sources, post);
  if (isGone === null) return 'present';
  try {
    const ask = (onWait: () => void) => isGone(post.id, run.signal, onWait);
    return (await waitOutLimits(run, ask, check, { longestWaitMs })) ? 'gone' : 'present';
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('source.')) return 'unknown';
    throw error;
  }
}
