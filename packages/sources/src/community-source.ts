import type { PostRemover } from '@earshot/proto/values';
/** A post in the format that every source returns. */
export interface CommunityPost {
  /** The id of the post at the source. */
  readonly id: string;
  readonly community: string;
  readonly title: string;
  readonly selftext: string;
  readonly author: string;
  readonly url: string;
  readonly score: number;
  readonly comments: number;
  readonly createdAt: Date;
  /** Moderators or administrators wrote it as such or pinned it. Absent where the source does not say so. */
  readonly official?: true;
}

/** Who removed a post, as far as its site says. */
export type RemovedBy = PostRemover;

/** The part of a post that its author and readers change after it was written. Absent fields are not known. */
export interface PostNow {
  readonly title?: string;
  readonly selftext: string;
  readonly score?: number;
  readonly comments?: number;
}

/** The state of a known post at its site. */
export type PostState =
  { readonly kind: 'present'; readonly now: PostNow } | { readonly kind: 'removed'; readonly by: RemovedBy };

/**
 * A change that a stream reports. `edited` posts may be ones that were never reported as appeared. A post of several
 * communities is reported once for each.
 */
export type PostChange =
  | { readonly kind: 'appeared' | 'edited'; readonly post: CommunityPost }
  | { readonly kind: 'removed'; readonly id: string; readonly by: RemovedBy }
  /** All posts whose id starts with `idPrefix` are gone, because their author's account is. */
  | { readonly kind: 'author-removed'; readonly idPrefix: string; readonly by: RemovedBy };

/** Changes that were reported together, and the cursor after them. */
export interface PostChanges {
  readonly changes: readonly PostChange[];
  readonly cursor: string;
}

export interface PostPage {
  readonly posts: readonly CommunityPost[];
  /** Cursor of the next, older page; null at the end. */
  readonly after: string | null;
}

export interface CommunityAbout {
  readonly name: string;
  readonly displayName: string;
  readonly title: string;
  readonly description: string;
  readonly subscribers: number | null;
  readonly isNsfw: boolean;
}

/** A rule of a community, as its moderators wrote it in plain text or markdown. Not rephrased by Earshot. */
export interface CommunityRule {
  readonly shortName: string;
  readonly description: string;
  /** The content it applies to: `link` for posts only, `comment` for comments only, `all` for both. */
  readonly kind: 'link' | 'comment' | 'all';
}
