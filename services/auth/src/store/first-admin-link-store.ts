import { documentSchema } from '@earshot/service-kit';
import { createHash, randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import { firstAdminLinkMs, type FirstAdminLinks } from '../domain/first-admin.ts';

/** The link for the first administrator. Its id is the token's SHA-256. */
export interface FirstAdminLinkDocument {
  _id: string;
  expireAt: Date;
}

export const firstAdminLinkSchema = documentSchema<FirstAdminLinkDocument>({
  _id: { type: String, required: true },
  expireAt: { type: Date, required: true },
});
firstAdminLinkSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** The link in MongoDB. There is at most one. */
export function firstAdminLinkStore(model: Model<FirstAdminLinkDocument>): FirstAdminLinks {
  return {
    create: async (now) => {
      const token = randomBytes(32).toString('base64url');
      await model.deleteMany({}).exec();
      await model.create({ _id: digestOf(token), expireAt: new Date(now.getTime() + firstAdminLinkMs) });
      return token;
    },
    use: async (token, now) => {
      const { deletedCount } = await model.deleteOne({ _id: digestOf(token), expireAt: { $gt: now } }).exec();
      return deletedCount === 1;
    },
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
