/** The data of the sandbox. Times are Unix seconds, as in the API. */

/** `unlisted`: accessible by name, but in no list and no search of the whole site. */
export type CommunityStatus = 'public' | 'unlisted' | 'private' | 'banned' | 'quarantined';

/** The community whose posts make comments fail, each in a different way. */
export const ERRORS_COMMUNITY = 'sandbox_errors';

export interface Community {
  /** Base-36 id without `t5_`. */
  id: string;
  /** As written by its founder. Comparisons ignore case. */
  name: string;
  title: string;
  publicDescription: string;
  /** The sidebar in Markdown. */
  description: string;
  subscribers: number;
  createdAt: number;
  status: CommunityStatus;
}

export interface Post {
  /** Base-36 id without `t3_`. */
  id: string;
  community: string;
  author: string;
  title: string;
  /** Markdown, unescaped. */
  selftext: string;
  flair: string | null;
  /** The target of a link post, or null for a text post. */
  url: string | null;
  over18: boolean;
  score: number;
  numComments: number;
  createdAt: number;
}

/** Queries for posts. Each list has at most `limit` items; the site's lists end at about 1,000. */
export interface PostStore {
  /** The ids of posts in these communities, in any case, or in every listed one; newest first. */
  newest(communities: readonly string[] | null, limit: number): string[];
  /** In the given order, without unknown ids. */
  byIds(ids: readonly string[]): Post[];
  /** Adds every post that is due by `now` (Unix seconds). */
  catchUp(now: number): void;
}

export interface CommunityStore {
  find(name: string): Community | null;
  /** Public communities, largest first. */
  all(): Community[];
}
