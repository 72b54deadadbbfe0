/** A post as every source gives it. */
export interface CommunityPost {
  /** The source's own id of the post. */
  readonly id: string;
  readonly subreddit: string;
  readonly title: string;
  readonly selftext: string;
  readonly author: string;
  readonly url: string;
  readonly score: number;
  readonly comments: number;
  readonly createdAt: Date;
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

/** A rule of a community as its moderators wrote it, plain text or markdown; never our words. */
export interface CommunityRule {
  readonly shortName: string;
  readonly description: string;
  /** What it is for: `link` posts alone, `comment` comments alone, `all` both. */
  readonly kind: 'link' | 'comment' | 'all';
}
