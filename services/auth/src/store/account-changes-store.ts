import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { AccountChanges } from '../domain/account-changes.ts';
import { emailKey } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';
import { userOf } from './user-store.ts';

/** Changes of accounts in MongoDB. Each change and its events are one write. */
export function accountChangesStore(model: Model<UserDocument>): AccountChanges {
  const known = { passwordHash: 0, outbox: 0 } as const;
  /** Accounts that are being deleted cannot be changed. */
  const alive = (userId: string) => ({ _id: userId, deletedAt: { $exists: false } });
  return {
    find: async (userId) => {
      const found = await model.findOne(alive(userId), known).lean().exec();
      return found && userOf(found);
    },
    findByEmail: async (email) => {
      const found = await model
        .findOne({ emailKey: emailKey(email) }, known)
        .lean()
        .exec();
      return found && userOf(found);
    },
    passwordHashOf: async (userId) => {
      const found = await model.findOne(alive(userId), { passwordHash: 1 }).lean().exec();
      return found?.passwordHash ?? null;
    },
    setAdmin: async (userId, { isAdmin, now, events }) => {
      const update = { $set: { isAdmin, updatedAt: now }, ...outboxPush(events) };
      const { modifiedCount } = await model.updateOne({ ...alive(userId), isAdmin: { $ne: isAdmin } }, update).exec();
      return modifiedCount === 1;
    },
    setVerified: async (userId, { isAdmin, now, events }) => {
      const facts = { isEmailVerified: true, updatedAt: now, ...(isAdmin && { isAdmin }) };
      const update = { $set: facts, ...outboxPush(events) };
      const { modifiedCount } = await model
        .updateOne({ ...alive(userId), isEmailVerified: { $ne: true } }, update)
        .exec();
      return modifiedCount === 1;
    },
    setPassword: async (userId, { passwordHash, alone = false, now, events }) => {
      const unlinked = alone && { $unset: { identityKey: 1 } };
      const update = { $set: { passwordHash, updatedAt: now }, ...unlinked, ...outboxPush(events) } as const;
      const { matchedCount } = await model.updateOne(alive(userId), update).exec();
      return matchedCount === 1;
    },
  };
}
