import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { ManagedUser, ManagedUsers } from '../domain/manage-users.ts';
import { emailKey } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';

const shown = { email: 1, isAdmin: 1, disabledAt: 1, createdAt: 1 } as const;
const alive = { deletedAt: { $exists: false } } as const;

/** Accounts for administrators in MongoDB. */
export function managedUserStore(model: Model<UserDocument>): ManagedUsers {
  return {
    list: async ({ search, after, limit }) => {
      const start = emailKey(search);
      // The last character of Unicode: every address that begins with the text sorts before it.
      const inRange = { $gte: start, $lt: `${start}\u{10FFFF}`, $gt: emailKey(after) };
      const found = model.find({ ...alive, emailKey: inRange }, shown).sort({ emailKey: 1 });
      return (await found.limit(limit).lean().exec()).map(managedOf);
    },
    find: async (userId) => {
      const found = await model
        .findOne({ ...alive, _id: userId }, shown)
        .lean()
        .exec();
      return found && managedOf(found);
    },
    isDisabled: async (userId) => (await model.exists({ _id: userId, disabledAt: { $exists: true } }).exec()) !== null,
    save: async ({ id, isAdmin }, { isDisabled, now, events }) => {
      const state = isDisabled
        ? { $set: { disabledAt: now, updatedAt: now } }
        : { $set: { updatedAt: now }, $unset: { disabledAt: 1 } };
      const update = { ...state, ...outboxPush(events) } as const;
      return (await model.updateOne({ ...alive, _id: id, isAdmin }, update).exec()).matchedCount === 1;
    },
  };
}

function managedOf(
  document: Pick<UserDocument, '_id' | 'email' | 'isAdmin' | 'disabledAt' | 'createdAt'>,
): ManagedUser {
  const { _id, email, isAdmin, disabledAt, createdAt } = document;
  return { id: _id, email, isAdmin, isDisabled: disabledAt !== undefined, createdAt };
}
