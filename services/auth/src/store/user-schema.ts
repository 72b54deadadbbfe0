import { addOutbox, documentSchema, type OutboxFields } from '@earshot/service-kit';
import { authProviders } from '@earshot/proto/values';
import type { User } from '../domain/user.ts';

/** A stored account. */
export interface UserDocument extends Omit<User, 'id'>, OutboxFields {
  _id: string;
  /** The address in lower case, so that addresses are unique regardless of case. */
  emailKey: string;
  passwordHash: string | null;
  /** The linked identity, as `<issuer> <subject>`; absent without one. */
  identityKey?: string;
  /** Former and requested addresses. Mails to them are removed with the account. */
  otherEmails?: string[];
  /** Set while an administrator keeps the user from signing in. */
  disabledAt?: Date;
  /**
   * Set while the account is being deleted: its address is free, and the document is removed after every service has
   * handled the deletion.
   */
  deletedAt?: Date;
}

export const userSchema = documentSchema<UserDocument>({
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
  identityKey: { type: String },
  otherEmails: { type: [String], default: undefined },
  disabledAt: { type: Date },
  deletedAt: { type: Date },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
userSchema.index({ emailKey: 1 }, { unique: true });
userSchema.index({ identityKey: 1 }, { unique: true, sparse: true });
addOutbox(userSchema);
