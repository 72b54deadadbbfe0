import type { NewScore } from '@earshot/proto/http/post-words';
import type { Verdict } from '@earshot/scoring';
import type { UserId } from '@earshot/proto/refs';

/** Gives the user's leads new scores. Resolves with the posts among them that are leads. */
export type ApplyScores = (
  userId: UserId,
  scores: readonly NewScore[],
) => Promise<readonly Pick<NewScore, 'source' | 'postId'>[]>;

/** The score of a post as its lead takes it. */
export function scoreOf(
  post: Pick<NewScore, 'source' | 'postId' | 'score'>,
  { matchReason, scorerVersion, parts }: Pick<Verdict, 'matchReason' | 'scorerVersion' | 'parts'>,
): Omit<NewScore, 'rejudgement'> {
  return { ...post, matchReason, aiAnalysis: { scorerVersion, provisional: false, parts: [...parts] } };
}
