import type { Lead, LeadPost } from './lead.ts';

/** A post that was removed at its site. */
export type RemovedPost = LeadPost & NonNullable<Lead['removed']>;

/** The posts that were removed at their sites lately. */
export interface RemovedPosts {
  /** Those of these posts that were removed, by `postKey`. */
  among(posts: readonly LeadPost[]): Promise<ReadonlyMap<string, RemovedPost>>;
  /** Removes the words of the post from the leads of all users. */
  forget(post: RemovedPost): Promise<void>;
}
