import { documentSchema } from '@earshot/service-kit';
import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { LinkStateRepository } from '../domain/linked-account.ts';

/** A started link as stored, in `reddit_link_states`, under a digest of its state. */
export interface LinkStateDocument {
  _id: string;
  userId: UserId;
  source: string;
  redirectUri: string;
  returnTo: string | null;
  expiresAt: Date;
}

export const linkStateSchema = documentSchema<LinkStateDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  source: { type: String, required: true },
  redirectUri: { type: String, required: true },
  returnTo: { type: String, default: null },
  expiresAt: { type: Date, required: true },
});
linkStateSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
linkStateSchema.index({ userId: 1 });

/** Started links in MongoDB. Expired links are removed by a TTL index, and are not accepted before that. */
export function linkStateStore(model: Model<LinkStateDocument>): LinkStateRepository {
  return {
    keep: async ({ state, ...begun }) => {
      await model.create({ ...begun, _id: digestOf(state) });
    },
    take: async (userId, state, now) => {
      const found = await model
        .findOneAndDelete({ _id: digestOf(state), userId })
        .lean()
        .exec();
      if (found === null || found.expiresAt.getTime() <= now.getTime()) return null;
      const { source, redirectUri, returnTo, expiresAt } = found;
      return { state, userId, source, redirectUri, returnTo, expiresAt };
    },
  };
}

function digestOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}
