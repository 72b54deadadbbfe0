import { duplicateKeyFields, type OutboxFields, outboxOf } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { RegistrationRepository } from '../domain/register.ts';
import type { SignInRepository } from '../domain/sign-in.ts';
import { emailKey, type User, type UserRepository } from '../domain/user.ts';
import type { UserDocument } from './user-schema.ts';

export type UserStore = RegistrationRepository & SignInRepository & UserRepository;

/** Accounts in MongoDB, unique by address regardless of case. Each change and its events are one write. */
export function userStore(model: Model<UserDocument>): UserStore {
  return {
    find: async (id) => {
      const found = await model.findById(id, { passwordHash: 0, outbox: 0 }).lean().exec();
      return found && userOf(found);
    },
    findForSignIn: async (email) => {
      const found = await model
        .findOne({ emailKey: emailKey(email) }, { outbox: 0 })
        .lean()
        .exec();
      return found && { user: userOf(found), passwordHash: found.passwordHash };
    },
    isTaken: async (email) => (await model.exists({ emailKey: emailKey(email) }).exec()) !== null,
    insert: async ({ id, ...user }, { passwordHash, events }) => {
      const document = { ...user, _id: id, emailKey: emailKey(user.email), passwordHash, ...outboxOf(events) };
      try {
        await model.create(document);
        return 'saved';
      } catch (error) {
        if (duplicateKeyFields(error)?.includes('emailKey') === true) return 'email-taken';
        throw error;
      }
    },
  };
}

/** The account of a document, read with or without its password hash. */
export function userOf(document: Omit<UserDocument, 'passwordHash' | keyof OutboxFields>): User {
  return {
    id: document._id,
    email: document.email,
    firstName: document.firstName,
    lastName: document.lastName,
    profileImageUrl: document.profileImageUrl,
    authProvider: document.authProvider,
    isEmailVerified: document.isEmailVerified,
    isAdmin: document.isAdmin,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}
