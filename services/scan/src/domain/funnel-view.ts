import { authorLabel, communityView } from '@earshot/sources';
import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { ScanPost } from '@earshot/proto/http/scan';
import { type PostFate, scanLookBackDays } from '@earshot/proto/values';
import { businessOf as businessIn, type ScanJob } from './job.ts';
import type { JudgeDeps } from './judge-posts.ts';
import {
  type Business,
  dropNote,
  personalScorer,
  type Scorer,
  type UnscoredReason,
  type Vectors,
} from '@earshot/scoring';
import type { CachedPost, JobStore, PostCache } from './ports.ts';
import type { PostRef } from '@earshot/proto/refs';
import { businessVersion } from './start-scan.ts';
import { shownSummary, summaryOf } from '@earshot/core';
import type { Evidence, PostVerdict } from './verdict.ts';
import { postKey } from './community.ts';

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

const unscoredNotes: Readonly<Record<UnscoredReason, string>> = {
  'no-answer': 'The model gave no usable answer; the next scan asks again.',
  refused: 'The model refused to judge it; the next scan asks again.',
  held: 'The text seems to give the model instructions. Read it yourself.',
};

/** The reason shown for a stale post. */
const staleNote = `It is older than the ${scanLookBackDays} days that a scan looks back.`;

/**
 * One sentence about the outcome of a judged post and the reason for it. `judge` is the scan that judged it, null if
 * unknown.
 */
function reasonOf(verdict: PostVerdict, judge: ScanJob | null): string {
  const score = verdict.score?.toFixed(1) ?? '';
  switch (verdict.outcome) {
    case 'filtered':
      return dropNote(verdict.dropReason ?? 'no-shared-topic');
    case 'unscored':
      return unscoredNotes[verdict.unscoredReason ?? 'no-answer'];
    case 'below':
      if (takesBack(verdict, judge)) return `Scored ${score} once your model was back; the next scan takes it first.`;
      return `Scored ${score}, under your threshold${judge === null ? '' : ` of ${judge.threshold.toFixed(1)}`}${because(verdict)}`;
    case 'capped':
      if (judge?.status === 'cancelled' && verdict.cap === undefined)
        return `Scored ${score}, but the scan was cancelled first; the next scan takes it.`;
      return `Scored ${score}, but ${limitOf(verdict, judge)} was reached; the next scan takes it first.`;
    case 'duplicate':
      return 'It is already one of your leads, or the post was removed from its site.';
    case 'created':
      return `It became a lead with a score of ${score}.`;
    case 'found':
      return `Scored ${score}; it is about to become a lead.`;
    case 'stale':
      return staleNote;
  }
}

/** Whether the next scan takes the post: the model's later score reaches the threshold that the provisional score missed. */
function takesBack({ score, evidence }: PostVerdict, judge: ScanJob | null): boolean {
  return score !== null && evidence !== null && judge !== null && score >= judge.threshold;
}

function because({ matchReason, evidence }: PostVerdict): string {
  const reason = matchReason ?? evidence?.matchReason ?? '';
  return reason === '' ? '.' : `: ${reason}`;
}

function limitOf({ cap }: PostVerdict, judge: ScanJob | null): string {
  if (cap === undefined || judge === null) return 'a limit of your leads';
  return cap === 'scan-limit'
    ? `the limit of ${judge.maxLeadsPerScan} leads a scan`
    : `the limit of ${judge.maxLeadsPerDay} leads a day`;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The same sentence for a post that an earlier scan judged. */
function knownReasonOf(verdict: PostVerdict, judge: ScanJob | null): string {
  const reason = reasonOf(verdict, judge);
  const scan = judge === null ? 'an earlier scan' : `the scan of ${days.format(judge.createdAt)}`;
  return `Judged in ${scan}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
