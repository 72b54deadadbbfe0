import { duplicateKeyFields, outboxOf, outboxPush } from '@earshot/platform';
import type { Model } from 'mongoose';
import type { IdentityRepository } from '../domain/sign-in-by-identity.ts';
import { emailKey } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';
import { userOf } from './user-store.ts';

/** Accounts by who signs in to them, in MongoDB; unique by issuer and subject. */
export function identityStore(model: Model<UserDocument>): IdentityRepository {
  const known = { passwordHash: 0, outbox: 0 } as const;
  return {
    findByIdentity: async ({ issuer, subject }) => {
      const found = await model.findOne({ oidcIssuer: issuer, oidcSubject: subject }, known).lean().exec();
      return found && userOf(found);
    },
    findByEmail: async (email) => {
      const found = await model
        .findOne({ emailKey: emailKey(email) }, known)
        .lean()
        .exec();
      if (found === null) return null;
      const { oidcIssuer: issuer, oidcSubject: subject } = found;
      const identity = issuer === undefined || subject === undefined ? null : { issuer, subject };
      return { user: userOf(found), identity };
    },
    link: async (seen, { identity, user: { id, ...user }, clearPassword, events }) => {
      const { firstName, lastName, profileImageUrl, isEmailVerified, isAdmin, updatedAt } = user;
      const facts = { firstName, lastName, profileImageUrl, isEmailVerified, isAdmin, updatedAt };
      const link = { oidcIssuer: identity.issuer, oidcSubject: identity.subject };
      const update = {
        $set: { ...facts, ...link, ...(clearPassword && { passwordHash: null }) },
        ...outboxPush(events),
      };
      const filter = {
        _id: id,
        isEmailVerified: seen.user.isEmailVerified,
        isAdmin: seen.user.isAdmin,
        oidcIssuer: seen.identity?.issuer ?? null,
        oidcSubject: seen.identity?.subject ?? null,
      };
      return savedAlone(async () => (await model.updateOne(filter, update).exec()).modifiedCount === 1);
    },
    insertLinked: async ({ id, ...user }, { identity, events }) => {
      const link = { oidcIssuer: identity.issuer, oidcSubject: identity.subject };
      const document = { ...user, _id: id, emailKey: emailKey(user.email), passwordHash: null, ...link };
      return savedAlone(async () => (await model.create({ ...document, ...outboxOf(events) })) !== null);
    },
  };
}

/** False when a unique index refused the write. */
async function savedAlone(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (duplicateKeyFields(error) !== null) return false;
    throw error;
  }
}
