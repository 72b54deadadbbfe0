import { upsertAtLast } from '@earshot/service-kit';
import { createHash } from 'node:crypto';
import type { AnalyticsModels } from './models.ts';

/** What a user's id leaves behind: nobody can tell the id from it. */
export function digestOf(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url');
}

/**
 * Who was forgotten. Writers write first and look here afterwards; whoever forgets notes it here first and removes
 * afterwards: in whatever order these four happen, nothing stays.
 */
export function forgottenUsers(models: AnalyticsModels) {
  const remove = async (userIds: readonly string[]) => {
    const { lead, community, scan, user, conversion } = models;
    const filter = { userId: { $in: [...userIds] } };
    await Promise.all([
      lead.deleteMany(filter).exec(),
      community.deleteMany(filter).exec(),
      scan.deleteMany(filter).exec(),
      user.deleteMany(filter).exec(),
      conversion.deleteMany(filter).exec(),
    ]);
  };
  return {
    forget: async (userId: string) => {
      const _id = digestOf(userId);
      await upsertAtLast(() => models.forgotten.replaceOne({ _id }, { _id }, { upsert: true }).exec());
      await remove([userId]);
    },
    /** Removes what was just written of users who are forgotten. */
    removeAgain: async (userIds: Iterable<string>) => {
      const byDigest = new Map([...userIds].map((userId) => [digestOf(userId), userId]));
      const found = await models.forgotten
        .find({ _id: { $in: [...byDigest.keys()] } })
        .lean()
        .exec();
      const forgotten = found.flatMap(({ _id }) => byDigest.get(_id) ?? []);
      if (forgotten.length > 0) await remove(forgotten);
    },
  };
}
