import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** A cached post, shared by the scans of all users. */
export interface PostDocument {
  /** The key of the post, unique across sources. */
  _id: string;
  source: string;
  /** The post comes from the sandbox. Absent in posts from versions that did not store it. */
  sample?: boolean;
  url: string;
  title: string;
  content: string;
  /** The beginning of the content. Null in posts that earlier versions stored. */
  summary: string | null;
  author: string;
  subreddit: string;
  /** The key of the community, unique across sources. An array of keys if several communities list the post. */
  communityKey: string | string[];
  score: number;
  comments: number;
  /** Absent unless the source marks the post as one of moderators. */
  official?: true;
  contentHash: string;
  postCreatedAt: Date;
  fetchedAt: Date;
  expiresAt: Date;
}

export interface FeedDocument {
  /** The key of the community, unique across sources. */
  _id: string;
  /** Absent in feeds from earlier versions, as is `sample`. */
  source?: string;
  /** The posts were read from the sandbox. */
  sample?: boolean;
  headFetchedAt: Date;
  fullFetchedAt: Date;
  newestAt: Date | null;
}

const text = { type: String, required: true };
const words = { type: String, default: '' };
const when = { type: Date, required: true };

const postSchema = new Schema<PostDocument>(
  {
    _id: text,
    source: text,
    sample: Boolean,
    url: text,
    title: words,
    content: words,
    summary: { type: String, default: null },
    author: words,
    subreddit: text,
    communityKey: { type: Schema.Types.Mixed, required: true },
    score: { type: Number, default: 0 },
    comments: { type: Number, default: 0 },
    official: Boolean,
    contentHash: text,
    postCreatedAt: when,
    fetchedAt: when,
    expiresAt: when,
  },
  { versionKey: false },
);
postSchema.index({ source: 1, url: 1 }, { unique: true });
postSchema.index({ communityKey: 1, postCreatedAt: -1, _id: -1, sample: 1 });
postSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const feedSchema = new Schema<FeedDocument>(
  {
    _id: text,
    source: String,
    sample: Boolean,
    headFetchedAt: when,
    fullFetchedAt: when,
    newestAt: { type: Date, default: null },
  },
  { versionKey: false },
);

export type PostModel = Model<PostDocument>;
export type FeedModel = Model<FeedDocument>;

export function postModel(connection: Connection): PostModel {
  return connection.model<PostDocument>('RedditPost', postSchema, 'reddit_post_cache');
}

export function feedModel(connection: Connection): FeedModel {
  return connection.model<FeedDocument>('CommunityFeed', feedSchema, 'community_feeds');
}
