import { tombstones } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** Documents per batch. */
const together = 500;
const digestDocument = z.object({ _id: z.base64url() });

/**
 * Moves deleted users from `forgotten_users`, where earlier versions stored base64url digests of their ids, to the
 * tombstones. Must run before events are handled. Safe to repeat, after a crash and by several replicas at once.
 */
export async function adoptForgottenUsers(documents: Connection, now: Date): Promise<void> {
  const old = documents.collection('forgotten_users');
  const { addDigest } = tombstones(documents);
  for (;;) {
    const found = await old.find({}, { limit: together }).toArray();
    if (found.length === 0) return;
    for (const one of found) {
      const digest = Buffer.from(digestDocument.parse(one)._id, 'base64url');
      await addDigest(digest.toString('hex'), now);
    }
    await old.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  }
}
