import { documentSchema } from '@earshot/service-kit';
import {
  securityEventDays,
  type SecurityEventName,
  securityEventNames,
  type SecurityOutcome,
  securityOutcomes,
} from '@earshot/proto/security-events';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { SecurityEvent, SecurityEvents } from '../domain/security-events.ts';

/** A stored security event, in the collection `security_events`. */
export interface SecurityEventDocument {
  /** The id of the event on the bus, which sorts by time. */
  _id: string;
  at: Date;
  event: SecurityEventName;
  outcome: SecurityOutcome;
  reason: string | null;
  network: string | null;
  userId: UserId | null;
  count: number;
}

export const securityEventSchema = documentSchema<SecurityEventDocument>({
  _id: { type: String, required: true },
  at: { type: Date, required: true },
  event: { type: String, enum: securityEventNames, required: true },
  outcome: { type: String, enum: securityOutcomes, required: true },
  reason: { type: String, default: null },
  network: { type: String, default: null },
  userId: { type: String, default: null },
  count: { type: Number, required: true },
});
securityEventSchema.index({ userId: 1, _id: -1 });
securityEventSchema.index({ event: 1, _id: -1 });
securityEventSchema.index({ event: 1, outcome: 1, _id: -1 });
securityEventSchema.index({ outcome: 1, _id: -1 });
securityEventSchema.index({ network: 1, _id: -1 });
securityEventSchema.index({ at: 1 }, { expireAfterSeconds: securityEventDays * 24 * 3_600 });

/** Security events in MongoDB, which deletes them after 90 days. */
export function securityEventStore(model: Model<SecurityEventDocument>): SecurityEvents {
  return {
    add: async (events) => {
      const writes = events.map(({ id, ...facts }) => ({
        updateOne: { filter: { _id: id }, update: { $setOnInsert: facts }, upsert: true },
      }));
      await model.bulkWrite(writes, { ordered: false });
    },
    list: async ({ from, to, ...equal }, { before, limit }) => {
      const parts = Object.entries(equal).filter(([, value]) => value !== undefined);
      const found = await model
        .find({
          ...Object.fromEntries(parts),
          ...((from !== undefined || to !== undefined) && {
            at: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lt: to }) },
          }),
          ...(before !== undefined && { _id: { $lt: before } }),
        })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean()
        .exec();
      const events = found.slice(0, limit).map(eventOf);
      return { events, next: found.length > limit ? (events.at(-1)?.id ?? null) : null };
    },
  };
}

function eventOf({ _id, ...facts }: SecurityEventDocument): SecurityEvent {
  return { id: _id, ...facts };
}
