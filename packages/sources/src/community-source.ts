/** A post in the format that every source returns. */
export interface CommunityPost {
  /** The id of the post at the source. */
  readonly id: string;
  readonly subreddit: string;
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
