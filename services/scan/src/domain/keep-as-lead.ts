import { appError, type Clock } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { ScanPost } from '@earshot/proto/http/scan';
import type { JobId, UserId } from '@earshot/proto/refs';
import { findFunnelPost, type FunnelDeps } from './funnel.ts';
import { businessOf, type FunnelPost, isDropped, keptText, keylessOf, refOf, scanPostsOf } from './funnel-view.ts';
import { goneCheckOf } from './gone-check.ts';
import { communityOf, type ScanJob } from './job.ts';
import type { LabelStore, MeaningOf } from './labels.ts';
import type { CachedPost } from './ports.ts';
import type { FoundPost, PostVerdict } from './verdict.ts';
import { communityKey } from './community.ts';

export interface KeepAsLeadDeps extends FunnelDeps {
  readonly clock: Clock;
  readonly sources: Pick<Sources, 'all'>;
  readonly labels: Pick<LabelStore, 'keep'>;
  readonly meaningOf: MeaningOf;
}

/** Maximum number of tries, because a scan may judge the post between our read and our write. */
const attempts = 5;

/**
 * Turns a post that a scan dropped into a lead, exempt from the limits. The lead gets the stored score if its parts are
 * stored, or else the keyless score. The post's fate stays, so the funnel of the scan does not change
 * (docs/decisions/0006). Has no effect if the post was kept before or is already a lead. Throws scan.not-found,
 * post.not-found, and post.gone if the text of the post is no longer available or the post was deleted at its source.
 * Throws the source's error if the source does not answer.
 */
export async function keepAsLead(
  deps: KeepAsLeadDeps,
  { userId, jobId, postId }: { readonly userId: UserId; readonly jobId: JobId; readonly postId: string },
): Promise<ScanPost> {
  const job = await deps.jobs.findOwn(userId, jobId);
  if (job === null) throw appError('scan.not-found', { jobId });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const funnelPost = await findFunnelPost(deps, job, postId);
    if (funnelPost === null) throw appError('post.not-found', { jobId, postId });
    if (!isDropped(funnelPost) || (await tryToKeep(deps, job, funnelPost))) return viewOf(deps, job, postId);
  }
  throw appError('service.unavailable');
}

async function viewOf(deps: KeepAsLeadDeps, job: ScanJob, postId: string): Promise<ScanPost> {
  const funnelPost = await findFunnelPost(deps, job, postId);
  const [post] = funnelPost === null ? [] : await scanPostsOf(deps, job, [funnelPost]);
  if (post === undefined) throw appError('post.not-found', { jobId: job.id, postId });
  return post;
}

/** False if a scan judged the post in the meantime. */
async function tryToKeep(deps: KeepAsLeadDeps, job: ScanJob, funnelPost: FunnelPost): Promise<boolean> {
  const [cached] = await deps.posts.find([refOf(funnelPost)]);
  const found = await foundOf(deps, job, funnelPost, cached ?? null);
  if (found === null || (await goneCheckOf(deps.sources, found.source)?.([found.postId]))?.has(found.postId)) {
    throw appError('post.gone', { jobId: job.id, postId: funnelPost.postId });
  }
  const at = deps.clock.now();
  // The label is stored before the verdict. If the process crashes between the two writes, the user can keep the post
  // again. In the reverse order the label would be missing.
  const { source, postId } = funnelPost;
  const vector = await deps.meaningOf({ source, id: postId });
  await deps.labels.keep({ userId: job.userId, source, postId, vector, at, action: { kind: 'rescue' } });
  return deps.fates.keepAsLead(job, { ...found, rescuedAt: at }, funnelPost.verdict === null);
}

async function foundOf(
  deps: KeepAsLeadDeps,
  job: ScanJob,
  funnelPost: FunnelPost,
  post: CachedPost | null,
): Promise<FoundPost | null> {
  const text = keptText(deps, job, funnelPost, post);
  if (text === null) return null;
  const verdict = funnelPost.verdict ?? staleVerdict(job, funnelPost, post);
  if (verdict === null) return null;
  if (verdict.evidence !== null && verdict.score !== null)
    return { ...verdict, evidence: verdict.evidence, score: verdict.score };
  const rated = { id: funnelPost.postId, community: funnelPost.community, title: text.title, selftext: text.content };
  const [judged] = await keylessOf(deps, job).score(businessOf(job, funnelPost), [rated]);
  if (judged === undefined || judged.score === null) return null;
  const { score, relevance, matchReason, scorerVersion, parts } = judged;
  return { ...verdict, score, evidence: { ...text, relevance, matchReason, scorerVersion, parts, score } };
}

/** A verdict for a stale post, which has none until the user keeps it as a lead. */
function staleVerdict(job: ScanJob, funnelPost: FunnelPost, post: CachedPost | null): PostVerdict | null {
  if (post === null) return null;
  const key = communityKey({ source: funnelPost.source, name: funnelPost.community });
  const task = job.tasks.findIndex((one) => one.kind === 'community' && communityKey(communityOf(one)) === key);
  return {
    userId: job.userId,
    businessVersion: job.businessVersion,
    jobId: job.id,
    task,
    source: post.source,
    postId: funnelPost.postId,
    community: funnelPost.community,
    postCreatedAt: funnelPost.postCreatedAt,
    contentHash: post.contentHash,
    outcome: 'stale',
    score: null,
    evidence: null,
  };
}
