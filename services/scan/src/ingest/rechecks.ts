import { AppError, type Clock, type KeyValue, leaseToSaveWork, type Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';
import type { PostState, Source, Sources } from '@earshot/sources';
import type { FeedPlan } from './feed-plan.ts';
import type { PostWriter, Removal } from './post-writer.ts';
import type { DuePost, RecheckStore } from './recheck-store.ts';
import { forgetVerdicts, type VerdictModel } from '../store/verdict-schema.ts';
import type { PostModel } from './post-schema.ts';
import { refIn } from '../domain/community.ts';

export interface RecheckDeps {
  readonly checks: RecheckStore;
  readonly posts: Pick<PostWriter, 'remove' | 'confirm'>;
  readonly plan: Pick<FeedPlan, 'asked'>;
  readonly sources: Pick<Sources, 'all'>;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One request of a source in this time: 2,880 a day, each about as many posts as the site takes at once. */
const everyMs = 30_000;
const leaseMs = 25_000;
const requestMs = 20_000;
/** Due posts that are looked at to find those that somebody holds. */
const lookedAt = 500;
/** A site that leaves out a post is asked once more before the post counts as removed. */
const mostMissed = 2;

/**
 * Asks the sources, spread over the day, what became of the posts that users hold. Removes the words of posts about which
 * nobody can be asked once they may not be kept.
 */
export function createRechecker(deps: RecheckDeps): Part {
  const failure = 'could not check whether known posts were edited or removed';
  return repeatedWork({ name: 'ingest rechecks', everyMs, work: () => recheckDue(deps), log: deps.log, failure });
}

/** Sends one request to each source that can be asked, unless somebody waits for one of its communities. */
export async function recheckDue(deps: RecheckDeps): Promise<void> {
  for (const source of deps.sources.all) {
    const lease = await leaseToSaveWork(deps.kv, `ingest-recheck:${source.definition.id}`, leaseMs);
    if (lease === null) continue;
    try {
      await recheckSource(deps, source);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.info(
        { source: source.definition.id, code: error.code },
        'could not check known posts at this source; retrying',
      );
    } finally {
      await lease.release();
    }
  }
}

async function recheckSource({ checks, posts, plan, clock }: RecheckDeps, source: Source): Promise<void> {
  const { recheck } = source.read;
  const { id: origin } = source.definition;
  const now = clock.now();
  const isAskable = recheck !== undefined;
  if (isAskable ? (await plan.asked(origin, now, 1)).length > 0 : source.definition.keepsWordsDays === undefined)
    return;
  const due = await checks.due(origin, now, lookedAt);
  const held = await checks.held(due);
  await checks.postpone(
    due.filter((post) => !held.has(post.key)),
    now,
  );
  if (!isAskable) {
    const old = due.filter((post) => held.has(post.key));
    return posts.remove(
      origin,
      old.map(({ id }) => ({ id, by: 'age' })),
      now,
    );
  }
  const asked = due.filter((post) => held.has(post.key)).slice(0, recheck.atOnce);
  if (asked.length === 0) return;
  const ids = asked.map(({ id }) => id);
  const states = await recheck.states(ids, AbortSignal.timeout(requestMs));
  await posts.remove(
    origin,
    asked.flatMap((post) => removalOf(post, states.get(post.id)) ?? []),
    now,
  );
  for (const post of asked) {
    const state = states.get(post.id);
    if (state?.kind === 'present') await posts.confirm(origin, { id: post.id, now: state.now }, now);
  }
  await checks.miss(
    asked.filter((post) => !states.has(post.id) && removalOf(post, undefined) === null),
    now,
  );
}

function removalOf({ id, missed }: DuePost, state: PostState | undefined): Removal | null {
  if (state === undefined) return missed + 1 >= mostMissed ? { id, by: 'unknown' } : null;
  return state.kind === 'removed' ? { id, by: state.by } : null;
}

export interface LateVerdictDeps {
  readonly posts: PostModel;
  readonly verdicts: VerdictModel;
  readonly clock: Clock;
  readonly log: Logger;
}

const cleanEveryMs = 30 * 60_000;
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
  return repeatedWork({
    name: 'late verdicts',
    everyMs: cleanEveryMs,
    work: () => forgetLateVerdicts(deps),
    log: deps.log,
    failure,
  });
}
