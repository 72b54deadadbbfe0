import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, CounterMeter } from '@earshot/core';
import { type Learned, personalScorer, type Scorer, type Vectors } from '@earshot/scoring';
import { scanLookBackDays } from '@earshot/proto/values';
import type { Sources } from '@earshot/sources';
import { heardFates } from '@earshot/proto/metrics';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import { communityKey } from './community.ts';
import { communityOf, hasEnded, noCounts, taskHasEnded } from './job.ts';
import { type JudgeDeps, judgePosts } from './judge-posts.ts';
import type { HeardCommunity, Listener, ListenerStore, StoredPosts } from './listening.ts';
import type { CachedPost, JobStore, PostCache } from './ports.ts';
import { businessVersion } from './start-scan.ts';
import { inSlot, JobEnded, type TaskRun, whileAlive } from './task-run.ts';
import { problemOf } from './source-problem.ts';

export interface HeardDeps extends Omit<JudgeDeps, 'scorer'> {
  readonly listeners: Pick<ListenerStore, 'find' | 'noteHeard'>;
  readonly jobs: Pick<JobStore, 'findRunning'>;
  readonly posts: Pick<PostCache, 'listed'>;
  readonly sources: Pick<Sources, 'all' | 'get'>;
  readonly scorerFor: (model: string, userId: UserId) => Scorer;
  readonly learnedOf: (userId: UserId) => Promise<Learned | null>;
  readonly vectors: Vectors;
  readonly heardPosts: CounterMeter<'heardPosts'>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Clocks of sites and of our processes may differ by this much. */
const clocksDifferMs = 60_000;
/** Between two looks at a scan that judges the same posts. */
const scanningMs = 500;

/**
 * Judges posts that ingest has just stored, for some of those who listen to their community. A repeated call judges what is
 * left. One user's failure does not keep the others from being judged; the call rejects afterwards.
 */
export async function judgeHeard(
  deps: HeardDeps,
  stored: StoredPosts,
  runOf: (userId: UserId) => TaskRun,
): Promise<void> {
  const { source, name } = stored.community;
  const community = { source, name };
  const posts = await deps.posts.listed(community, stored.postIds);
  if (posts.length === 0) return;
  const work = stored.listeners.map((userId) => judgeFor(deps, { userId, posts, community }, runOf(userId)));
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

interface Heard {
  readonly userId: UserId;
  readonly community: CommunityRef;
  readonly posts: readonly CachedPost[];
}

async function judgeFor(deps: HeardDeps, heard: Heard, run: TaskRun): Promise<void> {
  const { userId, community } = heard;
  const found = await listening(deps, userId, community);
  const posts = found === null ? [] : heard.posts.filter((post) => isNew(post, found, deps.clock.now()));
  if (posts.length === 0) return;
  try {
    await whileAlive(run, () => scanEnds(deps, heard, run.signal));
    await inSlot(run, () => judge(deps, { ...heard, posts }, run));
  } catch (error) {
    // The user has stopped to listen.
    if (!(error instanceof JobEnded)) throw error;
  }
  await deps.listeners.noteHeard(userId, new Date(Math.max(...posts.map(({ arrivedAt }) => arrivedAt.getTime()))));
}

interface Found {
  readonly listener: Listener;
  readonly of: HeardCommunity;
}

/** The user as a listener to the community. Null if the user does not listen to it any more. */
async function listening(
  { listeners, sources }: Pick<HeardDeps, 'listeners' | 'sources'>,
  userId: UserId,
  community: CommunityRef,
): Promise<Found | null> {
  const key = communityKey(community);
  const listener = await listeners.find(userId);
  const of = listener?.communities.find((one) => communityKey(one) === key && problemOf(sources, one) === null);
  return listener === null || of === undefined ? null : { listener, of };
}

/** Whether a post came while the user listened. The earlier posts of a community are left to scans. */
function isNew({ createdAt, arrivedAt }: CachedPost, { of: { since } }: Found, now: Date): boolean {
  const windowMs = scanLookBackDays * 86_400_000;
  return createdAt.getTime() > now.getTime() - windowMs && arrivedAt.getTime() >= since.getTime() - clocksDifferMs;
}

/** Waits while a scan of the user is to judge the same posts, so that its funnel and its limits hold. */
async function scanEnds(
  { jobs }: Pick<HeardDeps, 'jobs'>,
  { userId, community }: Heard,
  signal: AbortSignal,
): Promise<void> {
  const key = communityKey(community);
  for (;;) {
    const job = await jobs.findRunning(userId);
    const isOpen = job?.tasks.some((task) => communityKey(communityOf(task)) === key && !taskHasEnded(task));
    if (job === null || hasEnded(job) || isOpen !== true) return;
    await wait(scanningMs, undefined, { signal });
  }
}

async function judge(deps: HeardDeps, { userId, community, posts }: Heard, run: TaskRun): Promise<void> {
  const check = async () => {
    run.signal.throwIfAborted();
    const now = await listening(deps, userId, community);
    if (now === null) throw new JobEnded();
    return now;
  };
  const { settings } = (await check()).listener;
  const { model, businessDescription, profile } = settings;
  const userScorer = deps.scorerFor(model, userId);
  const scorer = personalScorer(userScorer, await deps.learnedOf(userId), deps.vectors);
  const business = { description: businessDescription, ...(profile && { profile }) };
  const job = {
    ...settings,
    id: deps.newId(),
    userId,
    businessVersion: businessVersion(business, userScorer.version),
    heardAt: new Map(posts.map(({ id, arrivedAt }) => [id, arrivedAt])),
  };
  const tally = { ...noCounts };
  await judgePosts({ ...deps, scorer }, { job, task: 0, run, check: async () => void (await check()), tally }, posts);
  for (const fate of heardFates) deps.heardPosts.add({ fate }, tally[fate]);
}
