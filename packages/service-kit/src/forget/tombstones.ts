import { documentSchema } from '../documents/schemas.ts';
import { topics } from '@earshot/proto/events';
import { createHash } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { upsertAtLast } from '../documents/duplicate-key.ts';

/** Records that a user was deleted, under a digest from which the id cannot be recovered. */
export interface TombstoneDocument {
  _id: string;
  at: Date;
}

/** A day longer than any topic keeps an event that could bring deleted data back. */
const keptMs = Math.max(...Object.values(topics).map(({ retentionMs }) => retentionMs)) + 24 * 3_600_000;

const schema = documentSchema<TombstoneDocument>({
  _id: { type: String, required: true },
  at: { type: Date, required: true },
});
schema.index({ at: 1 }, { expireAfterSeconds: keptMs / 1000 });

/** The name of the collection in every database. `defineService` adds it to the models. */
export const tombstoneCollection = 'tombstones';

export function tombstoneModel(documents: Connection): Model<TombstoneDocument> {
  return documents.model<TombstoneDocument>('Tombstone', schema, tombstoneCollection);
}

export interface Tombstones {
  /** From now on, events and calls of this user leave no data behind. Safe to repeat. */
  add(userId: UserId, now: Date): Promise<void>;
  /** Returns the users among these who were deleted. One lookup by key. */
  among(userIds: Iterable<string>): Promise<string[]>;
}

export function tombstones(documents: Connection): Tombstones {
  const model = tombstoneModel(documents);
  return {
    add: async (userId, now) => {
      const update = { $setOnInsert: { at: now } };
      await upsertAtLast(() => model.updateOne({ _id: digestOf(userId) }, update, { upsert: true }).exec());
    },
    among: async (userIds) => {
      const byDigest = new Map([...userIds].map((userId) => [digestOf(userId), userId]));
      if (byDigest.size === 0) return [];
      // Bypasses mongoose, which has nothing to cast here: every service asks this with each event.
      const found = await documents
        .collection<TombstoneDocument>(tombstoneCollection)
        .find({ _id: { $in: [...byDigest.keys()] } }, { projection: { _id: 1 } })
        .toArray();
      return found.flatMap(({ _id }) => byDigest.get(_id) ?? []);
    },
  };
}

function digestOf(userId: UserId): string {
  return createHash('sha256').update(userId).digest('hex');
}
