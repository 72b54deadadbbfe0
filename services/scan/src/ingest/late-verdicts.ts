import type { Clock, Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { repeatedWork } from '@earshot/service-kit';
import { refIn } from '../domain/keys.ts';
import { forgetVerdicts } from '../store/forget-verdicts.ts';
import type { VerdictModel } from '../store/verdict-schema.ts';
import type { PostModel } from './post-schema.ts';

export interface LateVerdictDeps {
  readonly posts: PostModel;
  readonly verdicts: VerdictModel;
  readonly clock: Clock;
  readonly log: Logger;
}

const everyMs = 30 * 60_000;
/** Longer than a worker may hold a post that it has read: a task's deadline, three times. */
const lookBackMs = 2 * 3_600_000;
/** Posts in one query. */
const atOnce = 500;

/**
 * Removes words that a worker stored after the removal of the post, which it had read before. Together with the hook at the
 * removal, no order of reading, judging and removal leaves words, also if the worker dies after its write.
 */
export async function forgetLateVerdicts({ posts, verdicts, clock }: LateVerdictDeps): Promise<void> {
  const since = new Date(clock.now().getTime() - lookBackMs);
  const removed = await posts.find({ removedBy: { $exists: true }, fetchedAt: { $gte: since } }, { source: 1 }).lean();
  for (let start = 0; start < removed.length; start += atOnce) {
    const some = removed.slice(start, start + atOnce).map(({ _id, source }) => refIn(_id, source));
    const postId = { $in: some.map(({ id }) => id) };
    const holding = new Set(await verdicts.distinct('postId', { postId, evidence: { $exists: true } }));
    for (const { source, id } of some) if (holding.has(id)) await forgetVerdicts(verdicts, { source, postId: id });
  }
}

/** Looks for such words at the start and every half an hour. Any replica may do it. */
export function createLateVerdictCleaner(deps: LateVerdictDeps): Part {
  const failure = 'could not look for words of removed posts';
  return repeatedWork({ name: 'late verdicts', everyMs, work: () => forgetLateVerdicts(deps), log: deps.log, failure });
}
