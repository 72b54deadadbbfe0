import type { UserId } from '@earshot/proto/refs';
import type { FoundPostRef, FoundPostWords } from '@earshot/proto/http/post-words';
import { learnedVersionOf } from '@earshot/scoring';
import type { FateStore } from './funnel.ts';
import type { PostCache } from './ports.ts';
import type { Outcome, PostVerdict } from './verdict.ts';
import { postKey } from './community.ts';

export interface FoundPostsDeps {
  readonly fates: Pick<FateStore, 'find'>;
  readonly posts: Pick<PostCache, 'removedAmong'>;
}

const found: readonly Outcome[] = ['found', 'created', 'capped', 'duplicate'];

/** The words and scores of found posts of the user, and of posts that the user kept. Removed posts are left out. */
export async function listFoundPosts(
  { fates, posts }: FoundPostsDeps,
  userId: UserId,
  refs: readonly FoundPostRef[],
): Promise<FoundPostWords[]> {
  const verdicts: PostVerdict[] = [];
  for (const [version, some] of Map.groupBy(refs, (ref) => ref.businessVersion)) {
    const asked = some.map(({ source, postId: id }) => ({ source, id }));
    verdicts.push(...(await fates.find(userId, version, asked)));
  }
  // A worker that read a post before its removal may have stored its words since.
  const removed = await posts.removedAmong(refs.map(({ source, postId: id }) => ({ source, id })));
  return verdicts.flatMap((verdict) => {
    const isRemoved = removed.has(postKey({ source: verdict.source, id: verdict.postId }));
    return isRemoved ? [] : (wordsOf(verdict) ?? []);
  });
}

function wordsOf(verdict: PostVerdict): FoundPostWords | null {
  const { evidence, outcome, rescuedAt } = verdict;
  const score = evidence?.score ?? verdict.score;
  if (evidence === null || score === null) return null;
  if (rescuedAt === undefined && !found.includes(outcome)) return null;
  const { source, postId, businessVersion, community, postCreatedAt, provisional = false } = verdict;
  const { title, content, author, url, matchReason, scorerVersion, parts } = evidence;
  const facts = {
    source,
    postId,
    businessVersion,
    subreddit: community,
    postCreatedAt: postCreatedAt.toISOString(),
  };
  const aiAnalysis = { scorerVersion, provisional, parts: [...parts] };
  const learnedVersion = learnedVersionOf(scorerVersion);
  return { ...facts, title, content, author, url, score, matchReason, aiAnalysis, learnedVersion };
}
