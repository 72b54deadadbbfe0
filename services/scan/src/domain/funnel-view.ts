import { authorLabel, communityView } from '@earshot/sources';
import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { ScanPost } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { knownReasonOf, reasonOf, staleNote } from './funnel-reason.ts';
import type { ScanJob } from './job.ts';
import { businessOf as businessIn } from './job.ts';
import { postKey } from './keys.ts';
import type { JudgeDeps } from './judge-posts.ts';
import { personalScorer } from '@earshot/scoring';
import type { CachedPost, JobStore, PostCache } from './ports.ts';
import type { Business, Scorer, Vectors } from '@earshot/scoring';
import type { PostRef } from '@earshot/proto/refs';
import { businessVersion } from './start-scan.ts';
import { shownSummary, summaryOf } from './summary.ts';
import type { Evidence, PostVerdict } from './verdict.ts';

export interface ViewDeps {
  readonly jobs: Pick<JobStore, 'findSome'>;
  readonly posts: Pick<PostCache, 'find'>;
  readonly prefilter: JudgeDeps['prefilter'];
  /** Needs no model, so it is always available. */
  readonly keyless: Scorer;
  readonly vectors: Vectors;
}

/** A post of a scan with its fate. A stale post has a verdict only if the user kept it as a lead. */
export interface FunnelPost {
  readonly fate: PostFate;
  readonly source: string;
  readonly postId: string;
  readonly community: string;
  readonly postCreatedAt: Date;
  readonly verdict: PostVerdict | null;
}

/** The text that a lead would contain. */
export type KeptText = Pick<Evidence, 'title' | 'content' | 'author' | 'url'>;

/** Posts as the user sees them, in the given order. Their text comes from the post cache (docs/decisions/0005). */
export async function scanPostsOf(
  deps: ViewDeps,
  job: ScanJob,
  funnelPosts: readonly FunnelPost[],
): Promise<ScanPost[]> {
  if (funnelPosts.length === 0) return [];
  const judges = funnelPosts.flatMap(({ verdict }) =>
    verdict === null || verdict.jobId === job.id ? [] : [verdict.jobId],
  );
  const [cached, earlier] = await Promise.all([
    deps.posts.find(funnelPosts.map(refOf)),
    judges.length === 0 ? [] : deps.jobs.findSome(job.userId, [...new Set(judges)]),
  ]);
  const posts = new Map(cached.map((post) => [postKey(post), post]));
  const jobs = new Map([job, ...earlier].map((one) => [one.id, one]));
  return Promise.all(
    funnelPosts.map(async (one) => {
      const post = posts.get(postKey(refOf(one))) ?? null;
      const judge = one.verdict === null ? null : (jobs.get(one.verdict.jobId) ?? null);
      const text = keptText(deps, job, one, post);
      const { verdict } = one;
      return {
        postId: one.postId,
        subreddit: one.community,
        fate: one.fate,
        ...communityView({ source: one.source, name: one.community }),
        title: text?.title ?? '',
        summary: text === null ? '' : shownSummary(post?.summary ?? summaryOf(text.content), text.content),
        author: text?.author ?? '',
        url: text?.url ?? '',
        authorLabel: text === null ? '' : authorLabel(one.source, text.author),
        postCreatedAt: one.postCreatedAt.toISOString(),
        score: verdict?.score?.toFixed(1) ?? null,
        reason: sentenceOf(one, judge),
        aiAnalysis: verdict === null ? null : await analysisOf(deps, judge, verdict, post),
        rescuedAt: verdict?.rescuedAt?.toISOString() ?? null,
        canRescue: text !== null && isDropped(one),
      };
    }),
  );
}

/** The reference of the post in its source. */
export function refOf({ source, postId }: Pick<FunnelPost, 'source' | 'postId'>): PostRef {
  return { source, id: postId };
}

/** Whether the post is not a lead, so that the user may keep it as one. */
export function isDropped({ verdict }: FunnelPost): boolean {
  if (verdict === null) return true;
  return verdict.rescuedAt === undefined && !['found', 'created', 'duplicate'].includes(verdict.outcome);
}

/**
 * The text of a post, from the cache or else from the verdict's evidence. Null if neither has it, or if the post was
 * removed or is empty.
 */
export function keptText(
  deps: ViewDeps,
  job: ScanJob,
  funnelPost: FunnelPost,
  post: CachedPost | null,
): KeptText | null {
  const evidence = funnelPost.verdict?.evidence ?? null;
  if (post === null) return evidence;
  const [dropped] = deps.prefilter(businessOf(job, funnelPost), [post]).dropped;
  if (dropped?.reason === 'removed' || dropped?.reason === 'empty') return null;
  return { title: post.title, content: post.selftext, author: post.author, url: post.url };
}

/** The business as a scan passes it to the scorer for one post. */
export function businessOf(job: ScanJob, { source, community }: Pick<FunnelPost, 'source' | 'community'>): Business {
  return businessIn(job, { source, communities: [community] });
}

/** The keyless scorer, with what the job knows of the user's ratings. */
export function keylessOf({ keyless, vectors }: ViewDeps, { learned }: ScanJob): Scorer {
  return personalScorer(keyless, learned, vectors);
}

function sentenceOf({ fate, verdict }: FunnelPost, judge: ScanJob | null): string {
  if (verdict === null) return staleNote;
  return fate === 'known' ? knownReasonOf(verdict, judge) : reasonOf(verdict, judge);
}

/**
 * The stored parts of a score, or the recomputed ones if the keyless scorer gives the same score for the same text.
 * Null otherwise.
 */
async function analysisOf(
  deps: ViewDeps,
  judge: ScanJob | null,
  verdict: PostVerdict,
  post: CachedPost | null,
): Promise<AiAnalysis | null> {
  const { score, provisional, evidence, contentHash } = verdict;
  // What was stored for the lead only explains another score.
  if (evidence !== null && evidence.score === undefined) {
    const { scorerVersion, parts } = evidence;
    return { scorerVersion, provisional: provisional ?? false, parts: [...parts] };
  }
  if (score === null || judge === null || post?.contentHash !== contentHash) return null;
  if (businessVersion(businessOf(judge, verdict), deps.keyless.version) !== judge.businessVersion) return null;
  const [again] = await keylessOf(deps, judge).score(businessOf(judge, verdict), [post]);
  if (again?.score !== score) return null;
  return { scorerVersion: again.scorerVersion, provisional: false, parts: [...again.parts] };
}
