import { insertFirst } from '@earshot/service-kit';
import { type Model, Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { LeadView, LeadViewRepository } from '../domain/lead-view.ts';

/** The saved views of a user as stored. */
export interface LeadViewsDocument {
  /** The user's id. */
  _id: string;
  userId: UserId;
  revision: number;
  views: LeadView[];
}

// Filters that are absent mean all, also in a view without any filter.
const viewSchema = new Schema<LeadView>(
  {
    id: { type: String, required: true },
    name: { type: String, required: true },
    filters: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false, minimize: false },
);

export const leadViewsSchema = new Schema<LeadViewsDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    revision: { type: Number, required: true },
    views: { type: [viewSchema], required: true },
  },
  { versionKey: false, id: false, minimize: false },
);
leadViewsSchema.index({ userId: 1 }, { unique: true });

/** Saved views in MongoDB, unique by user. */
export function leadViewStore(model: Model<LeadViewsDocument>): LeadViewRepository {
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }).lean().exec();
      return { userId, revision: found?.revision ?? 0, views: found?.views ?? [] };
    },
    save: async ({ userId, revision, views }) => {
      const document = { _id: userId, userId, revision, views: [...views] };
      if (revision === 1) return insertFirst(model, document);
      const { matchedCount } = await model
        .updateOne({ userId, revision: revision - 1 }, { $set: { revision, views: document.views } })
        .exec();
      return matchedCount === 1;
    },
  };
}
