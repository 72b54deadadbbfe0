import { postKey } from '../domain/keys.ts';
import type { PostVerdict } from '../domain/verdict.ts';
import type { PostRef, UserId } from '@earshot/proto/refs';

/** The key of a verdict's document. */
export function keyOf(userId: UserId, businessVersion: string, post: PostRef): string {
  return `${userId}/${businessVersion}/${postKey(post)}`;
}

/** The key of the document of this verdict. */
export function keyOfVerdict(verdict: Pick<PostVerdict, 'userId' | 'businessVersion' | 'source' | 'postId'>): string {
  return keyOf(verdict.userId, verdict.businessVersion, { source: verdict.source, id: verdict.postId });
}
