import { appError } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import { limits } from '@earshot/proto/limits';
import {
  addOutbox,
  addSlots,
  documentSchema,
  duplicateKeyFields,
  inFreeSlot,
  type OutboxFields,
  outboxOf,
  outboxPush,
} from '@earshot/service-kit';
import { type CommunityCheck, communityChecks } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import type { Community, CommunityRepository } from '../domain/community.ts';

/** A watched community as stored, in the collection `subreddits`. */
export interface CommunityDocument extends OutboxFields {
  _id: string;
  userId: UserId;
  source: string;
  name: string;
  /** The same for every spelling of the name. A removed community stores `#` and its id, which is never a name. */
  nameKey: string;
  /**
   * The user removed it. The document stays until its event is published
   * (docs/decisions/0010-removed-communities-leave-a-tombstone.md).
   */
  removed?: true;
  isActive: boolean;
  isStarred: boolean;
  check: CommunityCheck;
  problem: string | null;
  /** Its number among the user's communities. Removed ones have none. */
  slot?: number;
  /** Its number among the user's searches. */
  searchSlot?: number;
  createdAt: Date;
}

export const communitySchema = documentSchema<CommunityDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  source: { type: String, required: true },
  name: { type: String, required: true },
  nameKey: { type: String, required: true },
  isActive: { type: Boolean, default: true },
  isStarred: { type: Boolean, default: false },
  check: { type: String, enum: communityChecks, required: true },
  problem: { type: String },
  removed: { type: Boolean },
  createdAt: { type: Date, required: true },
});
communitySchema.index({ userId: 1, nameKey: 1, source: 1 }, { unique: true });
communitySchema.index({ userId: 1, createdAt: 1, _id: 1 });
communitySchema.index({ source: 1, userId: 1 });
addSlots(communitySchema, ['userId']);
addSlots(communitySchema, ['userId'], 'searchSlot');
addOutbox(communitySchema);

/** Excludes removed communities. */
const listed = { removed: { $exists: false } } as const;
const oldestFirst = { createdAt: 1, _id: 1 } as const;

/** Communities in MongoDB, unique by user, source and name. */
export function communityStore(model: Model<CommunityDocument>): CommunityRepository {
  return {
    list: async (userId) => {
      const filter = { userId, ...listed };
      const found = await model.find(filter).sort(oldestFirst).lean().exec();
      return found.map(communityOf);
    },
    count: (userId) => model.countDocuments({ userId, ...listed }).exec(),
    insert: async ({ community, nameKey, isSearch }, event) => {
      const { id, ...facts } = community;
      try {
        const document = { ...facts, _id: id, nameKey, ...outboxOf([event]) };
        await insertWithin(model, document, isSearch);
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
    remove: (userId, id, event) => remove(model, { userId, id }, event),
    setCheck: (userId, communities, found) => setCheck(model, userId, communities, found),
    usersOf: async (source, after, limit) => {
      const filter = { source, userId: { $gt: after }, isActive: true, ...listed };
      const found = await model.find(filter, { userId: 1 }).sort({ userId: 1 }).limit(limit).lean().exec();
      return found.map(({ userId }) => userId);
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

async function remove(
  model: Model<CommunityDocument>,
  { userId, id }: Pick<Community, 'userId' | 'id'>,
  event: OutgoingEvent,
): Promise<boolean> {
  // Deletes earlier tombstones whose events are published.
  await model.deleteMany({ userId, removed: true, outboxAt: { $exists: false } }).exec();
  const update = {
    $set: { removed: true as const, nameKey: `#${id}` },
    $unset: { slot: 1, searchSlot: 1 },
    ...outboxPush([event]),
  };
  const { matchedCount } = await model.updateOne({ _id: id, userId, ...listed }, update).exec();
  return matchedCount === 1;
}

/** Throws community.limit or community.search-limit. */
async function insertWithin(
  model: Model<CommunityDocument>,
  document: Omit<CommunityDocument, 'slot' | 'searchSlot'>,
  isSearch: boolean,
): Promise<void> {
  const scope = { userId: document.userId };
  const insert = async (searchSlot?: number) => {
    const create = (slot: number) =>
      model.create({ ...document, slot, ...(searchSlot !== undefined && { searchSlot }) });
    const created = await inFreeSlot(model, { scope, most: limits.communities.most }, create);
    if (created === null) throw appError('community.limit');
    return created;
  };
  if (!isSearch) await insert();
  else if ((await inFreeSlot(model, { scope, most: limits.searches.most, field: 'searchSlot' }, insert)) === null) {
    throw appError('community.search-limit');
  }
}

async function setCheck(
  model: Model<CommunityDocument>,
  userId: UserId,
  communities: readonly CommunityRef[],
  { check, problem }: Pick<Community, 'check' | 'problem'>,
): Promise<void> {
  const named = communities.map(({ source, name }) => ({ source, name }));
  if (named.length === 0) return;
  await model.updateMany({ userId, $or: named, ...listed }, { $set: { check, problem } }).exec();
}

function communityOf(document: CommunityDocument): Community {
  const { _id: id, userId, source, name, isActive, isStarred, createdAt } = document;
  const { check, problem } = document;
  return { id, userId, source, name, isActive, isStarred, check, problem, createdAt };
}
