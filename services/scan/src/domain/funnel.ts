import type { ClosePosts, ScanPost, ScanPosts, ScanPostsQuery } from '@earshot/proto/http/scan';
import { leadThresholds, mostClosePosts, type PostFate, scanLookBackDays } from '@earshot/proto/values';
import { appError } from '@earshot/core';
import { communityLabel } from '@earshot/sources';
import { languageName } from '@earshot/text';
import type { CommunityRef, JobId, PostRef, UserId } from '@earshot/proto/refs';
import { type FunnelPost, scanPostsOf, type ViewDeps } from './funnel-view.ts';
import { communitiesOf, cutoffOf, type ScanJob } from './job.ts';
import type { JobStore, Page, PostCache } from './ports.ts';
import { businessVersion, type StartDeps } from './start-scan.ts';
import type { FoundPost, Outcome, PostVerdict } from './verdict.ts';

/** Selects the verdicts of earlier scans that a job counted as known. */
export interface KnownQuery {
  readonly userId: UserId;
  readonly businessVersion: string;
  readonly communities: readonly CommunityRef[];
  /** Posts newer than this. */
  readonly since: Date;
  /** Only posts that an earlier job judged last. Job ids sort by time. */
  readonly beforeJob: string;
}

/** Selects the scores under the threshold that a job and the jobs before it gave. */
export type CloseQuery = Omit<KnownQuery, 'beforeJob'> & { readonly upToJob: string };

/** Reads verdicts for the list of a scan's posts. */
export interface FateStore {
  countOf(jobId: JobId, outcome: Outcome): Promise<number>;
  /** Best score first, then newest first. */
  pageOf(jobId: JobId, outcome: Outcome, page: Page): Promise<PostVerdict[]>;
  /** The posts that a job dropped for their language, by its code. */
  languagesOf(jobId: JobId): Promise<{ readonly language: string; readonly posts: number }[]>;
  countKnown(query: KnownQuery): Promise<number>;
  /** Newest first. */
  pageKnown(query: KnownQuery, page: Page): Promise<PostVerdict[]>;
  /** Best score first, then newest first, without posts kept as leads. */
  close(query: CloseQuery, limit: number): Promise<PostVerdict[]>;
  find(userId: UserId, businessVersion: string, posts: readonly PostRef[]): Promise<PostVerdict[]>;
  /**
   * Records that the user kept the post as a lead, and the event for the lead service, in one write. `isNew`: the post
   * had no verdict. Resolves with false if the verdict has changed since it was read.
   */
  keepAsLead(job: ScanJob, kept: FoundPost & { readonly rescuedAt: Date }, isNew: boolean): Promise<boolean>;
}

export interface FunnelDeps extends ViewDeps, Pick<StartDeps, 'settingsOf' | 'preferencesOf' | 'scorerFor'> {
  readonly jobs: Pick<JobStore, 'findOwn' | 'findSome'>;
  readonly fates: FateStore;
  readonly posts: Pick<PostCache, 'find' | 'findIn' | 'older' | 'countOlder'>;
}

/** In the order of the list: posts that a user may want to keep as leads come first. */
const droppedFates = ['capped', 'below', 'unscored', 'filtered', 'duplicate', 'stale', 'known'] as const;

/** A contiguous part of the list. */
interface Segment {
  readonly count: () => Promise<number>;
  readonly page: (page: Page) => Promise<readonly FunnelPost[]>;
}

/**
 * Lists the posts of a scan by their current fate. A post that a later scan took over is not listed here any more, and
 * stale posts are listed as long as the cache holds them. Throws scan.not-found.
 */
export async function listScanPosts(
  deps: FunnelDeps,
  request: ScanPostsQuery & { readonly userId: UserId; readonly jobId: JobId },
): Promise<ScanPosts> {
  const job = await deps.jobs.findOwn(request.userId, request.jobId);
  if (job === null) throw appError('scan.not-found', { jobId: request.jobId });
  const fates = request.reason === undefined ? droppedFates : [request.reason];
  const segments = fates.flatMap((fate) => segmentsOf(deps, job, fate));
  const counts = await Promise.all(segments.map((segment) => segment.count()));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const found: FunnelPost[] = [];
  let skip = (request.page - 1) * request.limit;
  for (const [index, segment] of segments.entries()) {
    const count = counts[index] ?? 0;
    const limit = Math.min(request.limit - found.length, count - skip);
    if (limit > 0) found.push(...(await segment.page({ skip, limit })));
    skip = Math.max(0, skip - count);
    if (found.length >= request.limit) break;
  }
  return {
    posts: await scanPostsOf(deps, job, found),
    total,
    totalPages: Math.ceil(total / request.limit),
    languages: request.reason === 'filtered' ? await languagesOf(deps, job) : [],
  };
}

/** Most posts first. */
async function languagesOf({ fates }: FunnelDeps, { id }: ScanJob): Promise<ScanPosts['languages']> {
  const counted = await fates.languagesOf(id);
  return counted
    .map(({ language, posts }) => ({ language: languageName(language), posts }))
    .sort((a, b) => b.posts - a.posts);
}

/**
 * The best posts under the threshold: a scan that reads nothing new still shows those of the scans before it. Posts without
 * a stored text are left out. There are none once the scan's scores no longer apply. Throws scan.not-found.
 */
export async function listClosePosts(
  deps: FunnelDeps,
  { userId, jobId }: { readonly userId: UserId; readonly jobId: JobId },
): Promise<ClosePosts> {
  const job = await deps.jobs.findOwn(userId, jobId);
  if (job === null) throw appError('scan.not-found', { jobId });
  const searched = communitiesOf(job, ({ state }) => state !== 'failed').map(({ source, name }) =>
    communityLabel(source, name),
  );
  const facts = { searched, threshold: job.threshold };
  if (await isOutdated(deps, job)) return { ...facts, posts: [], isOutdated: true };
  return { ...facts, posts: await closePostsOf(deps, job), isOutdated: false };
}

/** Whether a scan would now judge posts by another business, threshold or scoring model than the job did. */
async function isOutdated(deps: FunnelDeps, { userId, businessVersion: judgedFor, threshold }: ScanJob) {
  const [settings, preferences] = await Promise.all([deps.settingsOf(userId), deps.preferencesOf(userId)]);
  const { businessDescription, profile, searchStrategy } = settings;
  const business = { description: businessDescription.trim(), ...(profile && { profile }) };
  const { version } = deps.scorerFor(preferences.leadScoringModel, userId);
  return businessVersion(business, version) !== judgedFor || leadThresholds[searchStrategy] !== threshold;
}

async function closePostsOf(deps: FunnelDeps, job: ScanJob): Promise<ScanPost[]> {
  const { id: jobId, userId } = job;
  const query = {
    userId,
    businessVersion: job.businessVersion,
    communities: communitiesOf(job),
    since: cutoffOf(job, scanLookBackDays),
    upToJob: jobId,
  };
  // Some may have lost their text, and the others take their place.
  const verdicts = await deps.fates.close(query, 2 * mostClosePosts);
  const found = verdicts.map((verdict) => {
    const fate = verdict.jobId === jobId ? ('below' as const) : ('known' as const);
    return { fate, ...factsOf(verdict), verdict };
  });
  const posts = await scanPostsOf(deps, job, found);
  return posts.filter(({ title }) => title !== '').slice(0, mostClosePosts);
}

/** One post of a scan. Null if the scan has no such post, or if the lead service has not decided about it yet. */
export async function findFunnelPost(deps: FunnelDeps, job: ScanJob, postId: string): Promise<FunnelPost | null> {
  const communities = communitiesOf(job);
  const sources = [...new Set(communities.map(({ source }) => source))];
  const refs = sources.map((source) => ({ source, id: postId }));
  const [verdict] = await deps.fates.find(job.userId, job.businessVersion, refs);
  if (verdict !== undefined) {
    const fate = verdict.jobId === job.id ? fateOf(verdict.outcome) : 'known';
    return fate === null || verdict.outcome === 'found' ? null : { fate, ...factsOf(verdict), verdict };
  }
  const post = await deps.posts.findIn(communities, postId);
  if (post === null || post.createdAt > cutoffOf(job, scanLookBackDays)) return null;
  const { source, community, createdAt: postCreatedAt } = post;
  return { fate: 'stale', source, postId, community, postCreatedAt, verdict: null };
}

function fateOf(outcome: Outcome): PostFate | null {
  return outcome === 'found' ? null : outcome;
}

function factsOf({ source, postId, community, postCreatedAt }: PostVerdict) {
  return { source, postId, community, postCreatedAt };
}

function segmentsOf(deps: FunnelDeps, job: ScanJob, fate: PostFate): Segment[] {
  if (fate === 'stale') return staleSegments(deps, job);
  if (fate === 'known') return [knownSegment(deps, job)];
  return [
    {
      count: () => deps.fates.countOf(job.id, fate),
      page: async (page) => {
        const verdicts = await deps.fates.pageOf(job.id, fate, page);
        return verdicts.map((verdict) => ({ fate, ...factsOf(verdict), verdict }));
      },
    },
  ];
}

function knownSegment({ fates }: FunnelDeps, job: ScanJob): Segment {
  const query: KnownQuery = {
    userId: job.userId,
    businessVersion: job.businessVersion,
    communities: communitiesOf(job, (task) => task.counts.known > 0),
    since: cutoffOf(job, scanLookBackDays),
    beforeJob: job.id,
  };
  const none = query.communities.length === 0;
  return {
    count: async () => (none ? 0 : fates.countKnown(query)),
    page: async (page) => {
      const verdicts = await fates.pageKnown(query, page);
      return verdicts.map((verdict) => ({ fate: 'known' as const, ...factsOf(verdict), verdict }));
    },
  };
}

/** One segment per community. */
function staleSegments({ fates, posts }: FunnelDeps, job: ScanJob): Segment[] {
  const cutoff = cutoffOf(job, scanLookBackDays);
  return communitiesOf(job, (task) => task.counts.stale > 0).map((scanned) => ({
    count: () => posts.countOlder(scanned, cutoff),
    page: async (page) => {
      const found = await posts.older(scanned, cutoff, page);
      const verdicts = await fates.find(job.userId, job.businessVersion, found);
      const byId = new Map(verdicts.map((verdict) => [verdict.postId, verdict]));
      return found.map(({ source, id: postId, community, createdAt: postCreatedAt }) => ({
        fate: 'stale' as const,
        source,
        postId,
        community,
        postCreatedAt,
        verdict: byId.get(postId) ?? null,
      }));
    },
  }));
}
