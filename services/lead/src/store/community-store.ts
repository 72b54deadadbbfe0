import type { OutboxFields } from '@earshot/service-kit';
import { addOutbox, duplicateKeyFields, outboxOf, outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { Community, CommunityRepository } from '../domain/community.ts';

/** A watched community as stored, in the collection `subreddits`. */
export interface CommunityDocument extends OutboxFields {
  _id: string;
  userId: string;
  name: string;
  /** In lower case: a community is there once, however it is written. Of a removed one its id, which is no name. */
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
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
    isActive: { type: Boolean, default: true },
    isStarred: { type: Boolean, default: false },
    removed: { type: Boolean },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);
communitySchema.index({ userId: 1, nameKey: 1 }, { unique: true });
communitySchema.index({ userId: 1, createdAt: 1, _id: 1 });
addOutbox(communitySchema);

/** Not removed. */
const listed = { removed: { $exists: false } } as const;

/** Communities in MongoDB, unique by user and name whatever its case. */
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
    insert: async ({ id, ...community }, event) => {
      try {
        await model.create({ ...community, _id: id, nameKey: keyOf(community.name), ...outboxOf([event]) });
        return { ...community, id };
      } catch (error) {
        if (duplicateKeyFields(error)?.includes('nameKey') === true) return null;
        throw error;
      }
    },
    findByName: async (userId, name) => {
      const found = await model
        .findOne({ userId, nameKey: keyOf(name) })
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

function keyOf(name: string): string {
  return name.toLowerCase();
}

function communityOf({ _id, userId, name, isActive, isStarred, createdAt }: CommunityDocument): Community {
  return { id: _id, userId, name, isActive, isStarred, createdAt };
}
