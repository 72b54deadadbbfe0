import { addOutbox } from '@earshot/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PostDocument } from '../store/post-store.ts';

const text = { type: String, required: true };
const words = { type: String, default: '' };
const when = { type: Date, required: true };

const postSchema = new Schema<PostDocument>(
  {
    _id: text,
    source: text,
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
    removedBy: String,
    contentHash: text,
    postCreatedAt: when,
    arrivedAt: Date,
    fetchedAt: when,
    expiresAt: when,
    recheckAt: Date,
    missed: Number,
  },
  { versionKey: false },
);
postSchema.index({ source: 1, url: 1 }, { unique: true });
postSchema.index({ communityKey: 1, postCreatedAt: -1, _id: -1 });
postSchema.index({ source: 1, recheckAt: 1 });
// For the posts that were removed lately.
postSchema.index({ fetchedAt: 1 }, { partialFilterExpression: { removedBy: { $exists: true } } });
postSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

addOutbox(postSchema);

export type PostModel = Model<PostDocument>;

export function postModel(connection: Connection): PostModel {
  return connection.model<PostDocument>('RedditPost', postSchema, 'reddit_post_cache');
}
