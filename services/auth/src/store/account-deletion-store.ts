import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { AccountDeletions } from '../domain/delete-account.ts';
import { emailKey } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';

/** Deletions of accounts in MongoDB. The service kit removes the document when the deletion reaches this service. */
export function accountDeletionStore(model: Model<UserDocument>): AccountDeletions {
  return {
    markDeleted: async (userId, { now, events }) => {
      const update = {
        // The address is kept until its mails are removed.
        $set: { emailKey: `deleted ${userId}`, passwordHash: null, deletedAt: now, updatedAt: now },
        // Removing the identity lets its owner create a new account.
        $unset: { firstName: 1, lastName: 1, profileImageUrl: 1, identityKey: 1 },
        ...outboxPush(events),
      } as const;
      const { modifiedCount } = await model.updateOne({ _id: userId, deletedAt: { $exists: false } }, update).exec();
      return modifiedCount === 1;
    },
    otherAddressesOf: async (userId) => {
      const { otherEmails = [] } = (await model.findById(userId, { otherEmails: 1 }).lean().exec()) ?? {};
      const taken = await model
        .find({ emailKey: { $in: otherEmails.map(emailKey) } }, { emailKey: 1 })
        .lean()
        .exec();
      return otherEmails.filter((email) => !taken.some((other) => other.emailKey === emailKey(email)));
    },
    addressOf: async (userId) => (await model.findById(userId, { email: 1 }).lean().exec())?.email ?? null,
  };
}
