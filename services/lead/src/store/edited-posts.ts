import type { Model } from 'mongoose';
import type { EditedPosts } from '../domain/edited-posts.ts';
import type { LeadDocument } from './lead-schema.ts';

/** Marks edited posts in MongoDB. */
export function editedPosts(model: Model<LeadDocument>): EditedPosts {
  return {
    mark: async ({ source, postId }, at) => {
      const status = { $in: ['contacted', 'responded'] as const };
      const filter = { redditPostId: postId, source, status, removed: { $exists: false } };
      await model.updateMany(filter, { $max: { editedAt: at } }).exec();
    },
  };
}
