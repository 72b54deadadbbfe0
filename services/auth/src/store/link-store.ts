import { documentSchema } from '@earshot/service-kit';
import { createHash, randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { linkLifeMs, type LinkPurpose, type Links } from '../domain/mails/links.ts';

/** A link in a mail. Its id is the token's SHA-256, so that stored data cannot be used as a link. */
export interface LinkDocument {
  _id: string;
  userId: UserId;
  purpose: LinkPurpose;
  /** The new address of a link that confirms one. */
  email?: string;
  expireAt: Date;
}

export const linkSchema = documentSchema<LinkDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  purpose: { type: String, enum: ['verify-email', 'reset-password', 'confirm-address'], required: true },
  email: String,
  expireAt: { type: Date, required: true },
});
linkSchema.index({ userId: 1, purpose: 1 });
linkSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** Links in MongoDB, which deletes expired ones. */
export function linkStore(model: Model<LinkDocument>): Links {
  return {
    create: async ({ userId, purpose, now, email }) => {
      const token = randomBytes(32).toString('base64url');
      const expireAt = new Date(now.getTime() + linkLifeMs[purpose]);
      await model.create({ _id: digestOf(token), userId, purpose, expireAt, ...(email !== undefined && { email }) });
      return token;
    },
    find: async (token, purpose, now) => {
      const found = await model
        .findOne({ _id: digestOf(token), purpose, expireAt: { $gt: now } })
        .lean()
        .exec();
      return found?.userId ?? null;
    },
    addressOf: async (token, now) => {
      const found = await model
        .findOne({ _id: digestOf(token), purpose: 'confirm-address', expireAt: { $gt: now } })
        .lean()
        .exec();
      return found?.email === undefined ? null : { userId: found.userId, email: found.email };
    },
    endAll: async (userId) => {
      await model.deleteMany({ userId }).exec();
    },
    use: async (token, { userId, purpose }) => {
      const { deletedCount } = await model.deleteOne({ _id: digestOf(token), userId, purpose }).exec();
      if (deletedCount === 1) await model.deleteMany({ userId, purpose }).exec();
      return deletedCount === 1;
    },
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
