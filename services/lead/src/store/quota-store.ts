import {
  addOutbox,
  documentSchema,
  insertFirst,
  type OutboxFields,
  outboxOf,
  outboxPush,
  partSchema,
} from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { type LeadQuota, noQuota, type QuotaRepository } from '../domain/lead-quota.ts';

/** A user's quota as stored, in the collection `lead_quotas`. Its outbox holds the refusals. */
export interface QuotaDocument extends LeadQuota, OutboxFields {
  /** The user's id. */
  _id: string;
  /** The user's id again, in the field by which all data of a user is found. */
  userId: UserId;
  /** Increases with each save, so that no save overwrites another. */
  version: number;
}

const takenSchema = partSchema({ postId: String, admittedAt: Date });

export const quotaSchema = documentSchema<QuotaDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  version: { type: Number, required: true },
  scans: [partSchema({ jobId: String, taken: [takenSchema], refused: [String] })],
  days: [partSchema({ day: String, taken: Number })],
});
quotaSchema.index({ userId: 1 });
addOutbox(quotaSchema);

/** Quotas in MongoDB, one document per user. */
export function quotaStore(model: Model<QuotaDocument>): QuotaRepository {
  return {
    read: async (userId) => {
      const found = await model.findById(userId, { version: 1, scans: 1, days: 1 }).lean().exec();
      return found === null ? { quota: noQuota, version: 0 } : { quota: found, version: found.version };
    },
    save: async (userId, version, { scans, days }, events) => {
      const state = { userId, scans, days, version: version + 1 };
      if (version === 0) return insertFirst(model, { _id: userId, ...state, ...outboxOf(events) });
      const update = { $set: state, ...outboxPush(events) };
      const { matchedCount } = await model.updateOne({ _id: userId, version }, update).exec();
      return matchedCount === 1;
    },
  };
}
