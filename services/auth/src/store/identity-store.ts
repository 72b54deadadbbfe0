import { duplicateKeyFields, outboxOf, outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { IdentityRepository } from '../domain/sign-in-by-identity.ts';
import { emailKey } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';
import { userOf } from './user-store.ts';

/** Accounts by identity in MongoDB; unique by issuer and subject. */
export function identityStore(model: Model<UserDocument>): IdentityRepository {
  const find = async (keys: { identityKey: string } | { emailKey: string }) => {
    const found = await model.findOne(keys, { outbox: 0 }).lean().exec();
    if (found === null) return null;
    const identity = found.identityKey === undefined ? null : identityOf(found.identityKey);
    return { user: userOf(found), identity, hasPassword: found.passwordHash !== null };
  };
  return {
    findByIdentity: (identity) => find({ identityKey: identityKeyOf(identity) }),
    findByEmail: (email) => find({ emailKey: emailKey(email) }),
    link: async (seen, { identity, user: { id, ...user }, clearPassword, events }) => {
      const { firstName, lastName, profileImageUrl, isEmailVerified, isAdmin, updatedAt } = user;
      const facts = { firstName, lastName, profileImageUrl, isEmailVerified, isAdmin, updatedAt };
      const link = { identityKey: identityKeyOf(identity) };
      const update = {
        $set: { ...facts, ...link, ...(clearPassword && { passwordHash: null }) },
        ...outboxPush(events),
      };
      const filter = {
        _id: id,
        // Differs if the account was marked as deleted meanwhile.
        emailKey: emailKey(seen.user.email),
        isEmailVerified: seen.user.isEmailVerified,
        isAdmin: seen.user.isAdmin,
        identityKey: seen.identity === null ? null : identityKeyOf(seen.identity),
      };
      return savedUnique(async () => (await model.updateOne(filter, update).exec()).modifiedCount === 1);
    },
    insertLinked: async ({ id, ...user }, { identity, events }) => {
      const keys = { emailKey: emailKey(user.email), identityKey: identityKeyOf(identity) };
      const document = { ...user, _id: id, ...keys, passwordHash: null };
      return savedUnique(async () => (await model.create({ ...document, ...outboxOf(events) })) !== null);
    },
  };
}

/** An identity as stored. The space is unambiguous: an issuer's address contains none. */
export function identityKeyOf({ issuer, subject }: { issuer: string; subject: string }): string {
  return `${issuer} ${subject}`;
}

function identityOf(key: string): { issuer: string; subject: string } {
  const end = key.indexOf(' ');
  return { issuer: key.slice(0, end), subject: key.slice(end + 1) };
}

/** Returns false if a unique index rejected the write. */
export async function savedUnique(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (duplicateKeyFields(error) !== null) return false;
    throw error;
  }
}
