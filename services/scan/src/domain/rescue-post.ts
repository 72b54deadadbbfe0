import type { Clock } from '@earshot/core';
import { appError } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { ScanPost } from '@earshot/proto/http/scan';
import type { FunnelDeps } from './funnel.ts';
import { findFated } from './funnel.ts';
import type { FatedPost } from './funnel-view.ts';
import { businessOf, isDropped, keptText, keylessOf, refOf, scanPostsOf } from './funnel-view.ts';
import { goneCheckOf } from './gone-check.ts';
import type { ScanJob } from './job.ts';
import { communityOf } from './job.ts';
import { communityKey } from './keys.ts';
import type { LabelStore } from './labels.ts';
import type { CachedPost } from './ports.ts';
import type { FoundPost, PostVerdict } from './verdict.ts';

export interface RescueDeps extends FunnelDeps {
  readonly clock: Clock;
  readonly sources: Pick<Sources, 'all'>;
  readonly labels: Pick<LabelStore, 'keep'>;
}

/** Maximum number of tries, because a scan may judge the post between our read and our write. */
const attempts = 5;

/**
 * Turns a post that a scan dropped into a lead, exempt from the limits. The lead gets the stored score if its parts are
 * stored, or else the keyless score. The post's fate stays, so the funnel of the scan does not change
 * (docs/decisions/0006). Has no effect if the post was rescued before or is already a lead. Throws scan.not-found,
 * post.not-found, and post.gone if
 * the text of the post is no longer available or the post was deleted at its source. If the source cannot be asked,
 * throws its error.
 */
export async function rescuePost(
  deps: RescueDeps,
  { userId, jobId, postId }: { readonly userId: string; readonly jobId: string; readonly postId: string },
): Promise<ScanPost> {
  const job = await deps.jobs.findOwn(userId, jobId);
  if (job === null) throw appError('scan.not-found', { jobId });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const fated = await findFated(deps, job, postId);
    if (fated === null) throw appError('post.not-found', { jobId, postId });
    if (!isDropped(fated) || (await rescue(deps, job, fated))) return viewOf(deps, job, postId);
  }
  throw appError('service.unavailable');
}

async function viewOf(deps: RescueDeps, job: ScanJob, postId: string): Promise<ScanPost> {
  const fated = await findFated(deps, job, postId);
  const [post] = fated === null ? [] : await scanPostsOf(deps, job, [fated]);
  if (post === undefined) throw appError('post.not-found', { jobId: job.id, postId });
  return post;
}

/** False if a scan judged the post in the meantime. */
async function rescue(deps: RescueDeps, job: ScanJob, fated: FatedPost): Promise<boolean> {
  const [cached] = await deps.posts.find([refOf(fated)]);
  const found = await foundOf(deps, job, fated, cached ?? null);
  if (found === null || (await goneCheckOf(deps.sources, found)?.(found.postId))) {
    throw appError('post.gone', { jobId: job.id, postId: fated.postId });
  }
  const at = deps.clock.now();
  const { parts } = found.evidence;
  // The label is stored before the verdict. If the process crashes between the two writes, the user can rescue the post
  // again. In the reverse order the label would be missing.
  const { source, postId } = fated;
  await deps.labels.keep({ userId: job.userId, source, postId, parts, at, action: { kind: 'rescue' } });
  return deps.fates.rescue(job, { ...found, rescuedAt: at }, fated.verdict === null);
}

async function foundOf(
  deps: RescueDeps,
  job: ScanJob,
  fated: FatedPost,
  post: CachedPost | null,
): Promise<FoundPost | null> {
  const text = keptText(deps, job, fated, post);
  if (text === null) return null;
  const verdict = fated.verdict ?? staleVerdict(job, fated, post);
  if (verdict === null) return null;
  if (verdict.evidence !== null && verdict.score !== null)
    return { ...verdict, evidence: verdict.evidence, score: verdict.score };
  const asked = { id: fated.postId, subreddit: fated.subreddit, title: text.title, selftext: text.content };
  const [judged] = await keylessOf(deps, job).score(businessOf(job, fated), [asked]);
  if (judged === undefined || judged.score === null) return null;
  const { score, relevance, matchReason, scorerVersion, parts } = judged;
  return { ...verdict, score, evidence: { ...text, relevance, matchReason, scorerVersion, parts } };
}

/** A verdict for a stale post, which has none until the user rescues it. */
function staleVerdict(job: ScanJob, fated: FatedPost, post: CachedPost | null): PostVerdict | null {
  if (post === null) return null;
  const own = communityKey({ source: fated.source, name: fated.subreddit });
  const task = job.tasks.findIndex((one) => one.kind === 'community' && communityKey(communityOf(one)) === own);
  return {
    userId: job.userId,
    businessVersion: job.businessVersion,
    jobId: job.id,
    task,
    source: post.source,
    sample: post.sample,
    postId: fated.postId,
    subreddit: fated.subreddit,
    postCreatedAt: fated.postCreatedAt,
    contentHash: post.contentHash,
    outcome: 'stale',
    score: null,
    evidence: null,
  };
}
