import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from '../domain/account-changes.ts';
import { emailKey } from '../domain/user.ts';
import { identityKeyOf, savedUnique } from './identity-store.ts';
import type { UserDocument } from './user-schema.ts';
import { userOf } from './user-store.ts';

/** Accounts that are being deleted cannot be changed. */
const alive = (userId: UserId) => ({ _id: userId, deletedAt: { $exists: false } });

/** Changes of accounts in MongoDB. Each change and its events are one write. */
export function accountChangesStore(model: Model<UserDocument>): AccountChanges {
  const known = { passwordHash: 0, outbox: 0 } as const;
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
    hasAdmin: async () => (await model.exists({ isAdmin: true, deletedAt: { $exists: false } }).exec()) !== null,
    hasIdentity: async (userId) =>
      (await model.exists({ ...alive(userId), identityKey: { $exists: true } }).exec()) !== null,
    ...identification(model),
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

/** Changes of what identifies the user: the address and the identity. */
function identification(
  model: Model<UserDocument>,
): Pick<AccountChanges, 'noteAddress' | 'setAddress' | 'linkIdentity'> {
  return {
    noteAddress: async (userId, email) => {
      await model.updateOne(alive(userId), { $addToSet: { otherEmails: email } }).exec();
    },
    setAddress: async (before, { email, isAdmin, now, events }) => {
      const facts = { email, emailKey: emailKey(email), isEmailVerified: true, updatedAt: now };
      const update = {
        $set: { ...facts, ...(isAdmin && { isAdmin }) },
        $addToSet: { otherEmails: before.email },
        ...outboxPush(events),
      };
      // The key differs if the account was marked as deleted or got another address meanwhile.
      const filter = { ...alive(before.id), emailKey: emailKey(before.email) };
      return savedUnique(async () => (await model.updateOne(filter, update).exec()).modifiedCount === 1);
    },
    linkIdentity: async (userId, identity, now) => {
      const filter = { ...alive(userId), identityKey: null };
      const update = { $set: { identityKey: identityKeyOf(identity), updatedAt: now } };
      return savedUnique(async () => (await model.updateOne(filter, update).exec()).modifiedCount === 1);
    },
  };
}
