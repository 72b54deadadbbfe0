import type { OutboxFields, Upgrade } from '@earshot/service-kit';
import { addOutbox, duplicateKeyFields, outboxOf, outboxPush } from '@earshot/service-kit';
import { sourceOfOldData } from '@earshot/sources';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { Community, CommunityRepository } from '../domain/community.ts';

/** A watched community as stored, in the collection `subreddits`. */
export interface CommunityDocument extends OutboxFields {
  _id: string;
  userId: string;
  /** Absent until the upgrade of data that an older version saved, which knew one source. */
  source?: string;
  sample?: boolean;
  name: string;
  /** The same for every way to write the name. Of a removed one its id, which is no name. */
  nameKey: string;
  /** Taken off the list: it only waits until that is told. */
  removed?: true;
  isActive: boolean;
  isStarred: boolean;
  createdAt: Date;
}

export const communitySchema = new Schema<CommunityDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    source: { type: String },
    sample: { type: Boolean },
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
    isActive: { type: Boolean, default: true },
    isStarred: { type: Boolean, default: false },
    removed: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);
communitySchema.index({ userId: 1, nameKey: 1, source: 1 }, { unique: true });
communitySchema.index({ userId: 1, createdAt: 1, _id: 1 });
addOutbox(communitySchema);

/** Communities of versions that knew one source. */
export const communityUpgrades: readonly Upgrade[] = [
  { collection: 'subreddits', fill: { source: sourceOfOldData }, replaces: { userId: 1, nameKey: 1 } },
];

/** Not removed. */
const listed = { removed: { $exists: false } } as const;

/** Communities in MongoDB, unique by user, source and name. */
export function communityStore(model: Model<CommunityDocument>): CommunityRepository {
  return {
    list: async (userId) => {
      const found = await model
        .find({ userId, ...listed })
        .sort({ createdAt: 1, _id: 1 })
        .lean()
        .exec();
      return found.map(communityOf);
    },
    insert: async (community, nameKey, event) => {
      const { id, sample, ...facts } = community;
      try {
        await model.create({ ...facts, ...(sample !== null && { sample }), _id: id, nameKey, ...outboxOf([event]) });
        return community;
      } catch (error) {
        if (duplicateKeyFields(error)?.includes('nameKey') === true) return null;
        throw error;
      }
    },
    find: async (userId, source, nameKey) => {
      const found = await model.find({ userId, nameKey }).lean().exec();
      return found.map(communityOf).find((community) => community.source === source) ?? null;
    },
    makeReal: async ({ id, userId }, event) => {
      const update = { $set: { sample: false }, ...outboxPush([event]) };
      const options = { returnDocument: 'after' } as const;
      const found = await model
        .findOneAndUpdate({ _id: id, userId, ...listed }, update, options)
        .lean()
        .exec();
      return found && communityOf(found);
    },
    remove: async (userId, id, event) => {
      // Of earlier ones that are told by now nothing is left to keep.
      await model.deleteMany({ userId, removed: true, outboxAt: { $exists: false } }).exec();
      const update = { $set: { removed: true as const, nameKey: `#${id}` }, ...outboxPush([event]) };
      const { matchedCount } = await model.updateOne({ _id: id, userId, ...listed }, update).exec();
      return matchedCount === 1;
    },
    star: async (userId, id, isStarred) => {
      const options = { returnDocument: 'after' } as const;
      const found = await model
        .findOneAndUpdate({ _id: id, userId, ...listed }, { $set: { isStarred } }, options)
        .lean()
        .exec();
      return found && communityOf(found);
    },
  };
}

function communityOf(document: CommunityDocument): Community {
  const { _id: id, userId, source = sourceOfOldData, sample = null, name, isActive, isStarred, createdAt } = document;
  return { id, userId, source, sample, name, isActive, isStarred, createdAt };
}
