import { AppError, appError, type Clock, type Logger, type SharedWork } from '@earshot/core';
import { type CommunityPost, newestPosts as newestAt, parsedCommunity, type Sources } from '@earshot/sources';
import type { Preferences } from '@earshot/proto/http/auth';
import { profileIn, type ScanSettings } from '@earshot/proto/http/lead';
import type { PreviewRequest } from '@earshot/proto/http/scan';
import { leadThresholds, previewPosts, scanLookBackDays } from '@earshot/proto/values';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Business, type Learned, personalScorer, type Scorer, type Vectors, type Verdict } from '@earshot/scoring';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import { communityKey } from './community.ts';
import { type FeedStore, isFresh } from './feed.ts';
import type { PostCache } from './ports.ts';
import type { JudgeDeps } from './judge-posts.ts';

export interface PreviewDeps {
  readonly settingsOf: (userId: UserId) => Promise<ScanSettings>;
  readonly preferencesOf: (userId: UserId) => Promise<Preferences>;
  readonly scorerFor: (model: string, userId: UserId) => Scorer;
  /** What was learned from the user, or null. */
  readonly learnedOf: (userId: UserId) => Promise<Learned | null>;
  readonly vectors: Vectors;
  readonly prefilter: JudgeDeps['prefilter'];
  readonly sources: Pick<Sources, 'get' | 'first'>;
  readonly posts: Pick<PostCache, 'page'>;
  readonly feeds: Pick<FeedStore, 'find'>;
  readonly reading: SharedWork<readonly CommunityPost[]>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Throws rate.limited if the user has requested too many previews. */
  readonly admit: (userId: UserId) => Promise<void>;
}

/** A post with its verdict. */
export interface ScoredPost {
  readonly post: CommunityPost;
  readonly verdict: Verdict & { readonly score: number };
}

/** `scored` is sorted best first; fetched = filtered + unscored + scored.length. */
export interface Preview {
  readonly source: string;
  readonly community: string;
  readonly threshold: number;
  readonly fetched: number;
  readonly filtered: number;
  readonly unscored: number;
  readonly scored: readonly ScoredPost[];
}

/** Timeout for reading the community, in milliseconds. */
const readingMs = 20_000;
/**
 * Timeout for scoring, in milliseconds. Posts without a score by then are reported as unscored. The gateway waits one
 * minute.
 */
const scoringMs = 35_000;
/** Posts judged together: at most one call of a model, or about 10 ms of the keyless scorer. */
const chunkSize = 15;
/** Concurrent calls of a model. */
const lanes = 3;

/**
 * Scores a community's newest posts as a scan would, with the given business and strategy (or else the saved ones) and
 * the user's model. Stores no posts, verdicts or leads (docs/decisions/0009). Throws request.invalid for a wrong name,
 * source.unknown, scan.no-business, rate.limited and the errors of the source, including its rate limit. Rejects with
 * the reason of `signal` when it aborts.
 */
export async function previewScan(
  deps: PreviewDeps,
  { userId, subreddit: given, source: wanted, ...tried }: PreviewRequest & { readonly userId: UserId },
  signal: AbortSignal,
): Promise<Preview> {
  const { definition } = deps.sources.get(wanted ?? deps.sources.first);
  const source = definition.id;
  const community = parsedCommunity(definition, given, 'subreddit');
  const [settings, preferences, learned] = await Promise.all([
    deps.settingsOf(userId),
    deps.preferencesOf(userId),
    deps.learnedOf(userId),
  ]);
  const description = (tried.businessDescription ?? settings.businessDescription).trim();
  if (description === '') throw appError('scan.no-business');
  const profile = profileIn({ ...settings.profile, ...tried });
  const business = { description, ...(profile && { profile }) };
  await deps.admit(userId);
  const posts = await newestPosts(deps, { source, name: community }, signal);
  const threshold = leadThresholds[tried.searchStrategy ?? settings.searchStrategy];
  const scorer = personalScorer(deps.scorerFor(preferences.leadScoringModel, userId), learned, deps.vectors);
  const judged = await judge(deps, { business, source, posts, scorer }, signal);
  const scored = judged.scored.toSorted(
    (a, b) => b.verdict.score - a.verdict.score || b.post.createdAt.getTime() - a.post.createdAt.getTime(),
  );
  return {
    source,
    community: posts[0]?.community ?? community,
    threshold,
    fetched: posts.length,
    filtered: judged.filtered,
    unscored: posts.length - judged.filtered - scored.length,
    scored,
  };
}

/**
 * The newest posts: from the cache if a scan has just read them or a stream fills it, or else one page of the source. Concurrent previews of
 * a community share the request.
 */
async function newestPosts(
  deps: PreviewDeps,
  community: CommunityRef,
  signal: AbortSignal,
): Promise<readonly CommunityPost[]> {
  const now = deps.clock.now();
  const floor = new Date(now.getTime() - scanLookBackDays * 86_400_000);
  const isStream = deps.sources.get(community.source).read.kind === 'stream';
  if (isStream || isFresh(await deps.feeds.find(community), now)) {
    return deps.posts.page(community, { after: null, floor, limit: previewPosts });
  }
  const posts = await deps.reading(communityKey(community), signal, async (leaving) => {
    const limited = AbortSignal.any([leaving, AbortSignal.timeout(readingMs)]);
    try {
      const { read } = deps.sources.get(community.source);
      return await newestAt(read, { community: community.name, limit: previewPosts }, limited);
    } catch (error) {
      throw limited.aborted && !leaving.aborted && !(error instanceof AppError)
        ? appError('source.unavailable', {}, error)
        : error;
    }
  });
  return posts.filter((post) => post.createdAt > floor);
}

interface Judging {
  readonly business: Pick<Business, 'description' | 'profile'>;
  readonly source: string;
  readonly posts: readonly CommunityPost[];
  readonly scorer: Scorer;
}

interface Judged {
  filtered: number;
  readonly scored: ScoredPost[];
}

/** Judges in small chunks and yields to the event loop between them. */
async function judge(deps: PreviewDeps, judging: Judging, signal: AbortSignal): Promise<Judged> {
  const late = AbortSignal.timeout(scoringMs);
  const result: Judged = { filtered: 0, scored: [] };
  const chunks = Array.from({ length: Math.ceil(judging.posts.length / chunkSize) }, (_, n) =>
    judging.posts.slice(n * chunkSize, (n + 1) * chunkSize),
  ).values();
  const lane = async () => {
    for (const chunk of chunks) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      if (late.aborted) return;
      await judgeChunk(deps, { ...judging, posts: chunk }, AbortSignal.any([signal, late]), result);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  signal.throwIfAborted();
  return result;
}

async function judgeChunk(deps: PreviewDeps, judging: Judging, signal: AbortSignal, result: Judged): Promise<void> {
  const { source, posts, scorer } = judging;
  // As in a scan, the scorer gets only the communities of these posts.
  const communities = [...new Set(posts.map((post) => post.community))];
  const business: Business = { ...judging.business, source, communities };
  const { kept } = deps.prefilter(business, posts);
  result.filtered += posts.length - kept.length;
  const verdicts = kept.length === 0 ? [] : await score(deps, { scorer, business, kept }, signal);
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  for (const post of kept) {
    const verdict = byId.get(post.id);
    if (verdict !== undefined && verdict.score !== null)
      result.scored.push({ post, verdict: { ...verdict, score: verdict.score } });
  }
}

/** Returns no verdicts if the scorer fails or takes too long; the posts are then unscored. */
async function score(
  { log }: PreviewDeps,
  { scorer, business, kept }: { scorer: Scorer; business: Business; kept: readonly CommunityPost[] },
  signal: AbortSignal,
): Promise<Verdict[]> {
  try {
    return await scorer.score(business, kept, signal);
  } catch (err) {
    if (!signal.aborted) log.warn({ err }, 'the posts of a preview could not be scored');
    return [];
  }
}
