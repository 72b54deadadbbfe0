import type { Lead, PostRef } from './lead.ts';

/** A post that was removed at its site. */
export type RemovedPost = PostRef & NonNullable<Lead['removed']>;

/** The posts that were removed at their sites lately. */
export interface RemovedPosts {
  /** Those of these posts that were removed, by `postKey`. */
  among(posts: readonly PostRef[]): Promise<ReadonlyMap<string, RemovedPost>>;
  /** Removes the words of the post from the leads of all users. */
  forget(post: RemovedPost): Promise<void>;
}
