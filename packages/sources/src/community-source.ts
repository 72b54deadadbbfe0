/** A post as every source gives it. */
export interface CommunityPost {
  /** The source's full name of the post, as in `t3_1abc`. */
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

/**
 * Where posts come from. Newest first; `limit` up to 100.
 * Throws AppError: source.not-found, source.private, source.refused, source.rate-limited (details.retryAfterSeconds),
 * source.unavailable.
 */
export interface CommunitySource {
  newPosts(subreddit: string, page: { after: string | null; limit: number }, signal?: AbortSignal): Promise<PostPage>;
  /** The community's own rules in its order, empty where it has none; the site's own rules are not among them. */
  rules(subreddit: string, signal?: AbortSignal): Promise<CommunityRule[]>;
  searchCommunities(query: string, limit: number, signal?: AbortSignal): Promise<CommunityAbout[]>;
}
