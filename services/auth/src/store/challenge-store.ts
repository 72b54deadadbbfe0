import { documentSchema } from '@earshot/service-kit';
import { createHash, randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { challengeMs, type ChallengePurpose, type Challenges } from '../domain/factors/passkeys.ts';

/** An unused challenge. Its id is the challenge's SHA-256. */
export interface ChallengeDocument {
  _id: string;
  purpose: ChallengePurpose;
  /** Absent for a sign-in without a password. */
  userId?: UserId;
  expireAt: Date;
}

export const challengeSchema = documentSchema<ChallengeDocument>({
  _id: { type: String, required: true },
  purpose: { type: String, enum: ['sign-in', 'second-step', 'confirm', 'add'], required: true },
  userId: String,
  expireAt: { type: Date, required: true },
});
challengeSchema.index({ userId: 1 }, { sparse: true });
challengeSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** Challenges in MongoDB, which deletes expired ones. */
export function challengeStore(model: Model<ChallengeDocument>): Challenges {
  return {
    create: async ({ purpose, userId, now }) => {
      const challenge = randomBytes(32).toString('base64url');
      const expireAt = new Date(now.getTime() + challengeMs);
      await model.create({ _id: digestOf(challenge), purpose, expireAt, ...(userId !== null && { userId }) });
      return challenge;
    },
    use: async (challenge, { purpose, userId, now }) => {
      const filter = { _id: digestOf(challenge), purpose, userId, expireAt: { $gt: now } };
      return (await model.deleteOne(filter).exec()).deletedCount === 1;
    },
  };
}

function digestOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('base64url');
}
