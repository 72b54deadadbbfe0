import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { AccountEnds } from '../domain/delete-account.ts';
import type { UserDocument } from './user-schema.ts';

/** Accounts that end, in MongoDB. The platform removes the document when the deletion has reached this service too. */
export function accountEndsStore(model: Model<UserDocument>): AccountEnds {
  return {
    markDeleted: async (userId, { now, events }) => {
      const update = {
        // The address itself stays until the mails to it are removed.
        $set: { emailKey: `deleted ${userId}`, passwordHash: null, deletedAt: now, updatedAt: now },
        // Whoever signs in by a provider from now on is somebody new.
        $unset: { firstAccount: 1, firstName: 1, lastName: 1, profileImageUrl: 1, identityKey: 1 },
        ...outboxPush(events),
      } as const;
      const { modifiedCount } = await model.updateOne({ _id: userId, deletedAt: { $exists: false } }, update).exec();
      return modifiedCount === 1;
    },
    addressOf: async (userId) => (await model.findById(userId, { email: 1 }).lean().exec())?.email ?? null,
  };
}
