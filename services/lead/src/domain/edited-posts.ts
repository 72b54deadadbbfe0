import type { LeadPost } from './lead.ts';

/** The leads of all users whose posts were edited. */
export interface EditedPosts {
  /** Marks the leads of the post whose authors the users had contacted. */
  mark(post: LeadPost, at: Date): Promise<void>;
}
