import { duplicateKeyFields } from '@earshot/platform';
import { authProviders } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { RegistrationRepository } from '../domain/register.ts';
import type { SignInRepository } from '../domain/sign-in.ts';
import type { User, UserRepository } from '../domain/user.ts';
import { emailKey } from '../domain/user.ts';

/** An account as stored. */
export interface UserDocument extends Omit<User, 'id'> {
  _id: string;
  /** The address in lower case: one account whatever the case. */
  emailKey: string;
  passwordHash: string | null;
  /** Set on the very first account alone; a unique index lets one claim win. */
  firstAccount?: true;
}

export const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    passwordHash: { type: String, default: null },
    firstName: { type: String, default: null },
    lastName: { type: String, default: null },
    profileImageUrl: { type: String, default: null },
    authProvider: { type: String, enum: authProviders, default: 'email' },
    isEmailVerified: { type: Boolean, default: false },
    isAdmin: { type: Boolean, default: false },
    firstAccount: { type: Boolean },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);
userSchema.index({ emailKey: 1 }, { unique: true });
userSchema.index({ firstAccount: 1 }, { unique: true, sparse: true });

/** Accounts in MongoDB, unique by address whatever its case. Only signing in reads a hash. */
export function userStore(model: Model<UserDocument>): RegistrationRepository & SignInRepository & UserRepository {
  return {
    find: async (id) => {
      const found = await model.findById(id, { passwordHash: 0 }).lean().exec();
      return found && userOf(found);
    },
    findForSignIn: async (email) => {
      const found = await model
        .findOne({ emailKey: emailKey(email) })
        .lean()
        .exec();
      return found && { user: userOf(found), passwordHash: found.passwordHash };
    },
    isTaken: async (email) => (await model.exists({ emailKey: emailKey(email) }).exec()) !== null,
    isEmpty: async () => (await model.exists({}).exec()) === null,
    insert: async ({ id, ...user }, passwordHash, { first }) => {
      const document = { ...user, _id: id, emailKey: emailKey(user.email), passwordHash };
      try {
        await model.create(first ? { ...document, firstAccount: true } : document);
        return 'saved';
      } catch (error) {
        const fields = duplicateKeyFields(error);
        if (fields?.includes('emailKey') === true) return 'email-taken';
        if (fields?.includes('firstAccount') === true) return 'not-first';
        throw error;
      }
    },
  };
}

function userOf(document: Omit<UserDocument, 'passwordHash'>): User {
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
