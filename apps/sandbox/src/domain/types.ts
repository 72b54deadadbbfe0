/** What the stand-in site holds. Times are Unix seconds, as on the wire. */

/** `unlisted`: open to whoever knows its name, and in no list or search of the whole site. */
export type CommunityStatus = 'public' | 'unlisted' | 'private' | 'banned' | 'quarantined';

/** The community whose posts refuse comments, each in its own way. */
export const ERRORS_COMMUNITY = 'sandbox_errors';

export interface Community {
  /** Base-36 id without its `t5_`. */
  id: string;
  /** As written by its founder; compared without case everywhere. */
  name: string;
  title: string;
  publicDescription: string;
  /** The sidebar, markdown. */
  description: string;
  subscribers: number;
  createdAt: number;
  status: CommunityStatus;
}

export interface Post {
  /** Base-36 id without its `t3_`. */
  id: string;
  community: string;
  author: string;
  title: string;
  /** Markdown, unescaped. */
  selftext: string;
  flair: string | null;
  /** Where a link post points; null for a text post. */
  url: string | null;
  over18: boolean;
  score: number;
  numComments: number;
  createdAt: number;
}

/** The little of a post that orders a listing. */
export interface PostRank {
  id: string;
  score: number;
  numComments: number;
  createdAt: number;
}

export interface PostFilter {
  /** Names in any case; null is every listed community. */
  communities: readonly string[] | null;
  /** Only posts created at or after this second. */
  since?: number;
}

export interface TextFilter extends PostFilter {
  /** An FTS5 expression made by `parseSearch`; null matches every text. */
  match: string | null;
  author: string | null;
  flair: string | null;
}

/** Reads of the posts; each list ends where the site's lists end (`limit`, about 1,000). */
export interface PostStore {
  /** Newest first. */
  newest(filter: PostFilter, limit: number): PostRank[];
  /** Highest score first. */
  topScored(filter: PostFilter, limit: number): PostRank[];
  /** Best match first. */
  search(filter: TextFilter, limit: number): PostRank[];
  /** In the order asked for; unknown ids are left out. */
  byIds(ids: readonly string[]): Post[];
  /** Lets every post that is due by `now` (Unix seconds) arrive. */
  catchUp(now: number): void;
}

export interface CommunityStore {
  find(name: string): Community | null;
  findById(id: string): Community | null;
  /** Largest first, public ones only. */
  all(): Community[];
}
