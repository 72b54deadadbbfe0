import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** A post as every user's scans read it. */
export interface PostDocument {
  /** The source's full name of the post. */
  _id: string;
  url: string;
  title: string;
  content: string;
  /** Nothing fills it yet. */
  summary: string | null;
  author: string;
  subreddit: string;
  /** The community's name in lower case. */
  communityKey: string;
  score: number;
  comments: number;
  contentHash: string;
  postCreatedAt: Date;
  fetchedAt: Date;
  expiresAt: Date;
}

export interface FeedDocument {
  /** The community's name in lower case. */
  _id: string;
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
    url: text,
    title: words,
    content: words,
    summary: { type: String, default: null },
    author: words,
    subreddit: text,
    communityKey: text,
    score: { type: Number, default: 0 },
    comments: { type: Number, default: 0 },
    contentHash: text,
    postCreatedAt: when,
    fetchedAt: when,
    expiresAt: when,
  },
  { versionKey: false },
);
postSchema.index({ url: 1 }, { unique: true });
postSchema.index({ communityKey: 1, postCreatedAt: -1, _id: -1 });
postSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const feedSchema = new Schema<FeedDocument>(
  { _id: text, headFetchedAt: when, fullFetchedAt: when, newestAt: { type: Date, default: null } },
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
