import { duplicateKeyFields, outboxPush } from '@earshot/platform';
import type { Model } from 'mongoose';
import type { DayQuota, Place, QuotaRepository } from '../domain/admit-found-post.ts';
import type { DayQuotaDocument, ScanQuotaDocument } from './quota-schemas.ts';

/** Long after the bus has forgotten the events that may come again. */
const keptMs = 30 * 24 * 3_600_000;

export function quotaStore(models: {
  scanQuotas: Model<ScanQuotaDocument>;
  dayQuotas: Model<DayQuotaDocument>;
}): QuotaRepository {
  const { scanQuotas, dayQuotas } = models;
  return {
    takeInScan: async ({ userId, jobId, postId, max }, now) => {
      const entry = { postId, admittedAt: now };
      const decided = { $or: [isIn(postId, '$taken.postId'), isIn(postId, '$refused')] };
      const after = await scanQuotas
        .findOneAndUpdate(
          { _id: scanId(userId, jobId) },
          [{ $set: blank(['taken', 'refused', 'outbox'], now) }, { $set: { taken: added(entry, decided, max) } }],
          { upsert: true, returnDocument: 'after', updatePipeline: true },
        )
        .lean()
        .exec();
      return placeOf(postId, after);
    },
    takeInDay: async (quota) => {
      const entry = dayEntry(quota);
      const after = await dayQuotas
        .findOneAndUpdate(
          { _id: dayId(quota) },
          [{ $set: blank(['taken'], quota.day) }, { $set: { taken: added(entry, isIn(entry, '$taken'), quota.max) } }],
          { upsert: true, returnDocument: 'after', updatePipeline: true },
        )
        .lean()
        .exec();
      return after.taken.includes(entry);
    },
    giveBackInDay: async (quota) => {
      await dayQuotas.updateOne({ _id: dayId(quota) }, { $pull: { taken: dayEntry(quota) } }).exec();
    },
    refuse: async ({ userId, jobId, postId }, event, now) => {
      const push = outboxPush([event]);
      try {
        await scanQuotas
          .updateOne(
            { _id: scanId(userId, jobId), refused: { $ne: postId } },
            {
              ...push,
              $push: { ...push.$push, refused: postId },
              $pull: { taken: { postId } },
              $setOnInsert: { expiresAt: new Date(now.getTime() + keptMs) },
            },
            { upsert: true },
          )
          .exec();
      } catch (error) {
        // Nothing matched, yet the scan is there: the post has been refused before, and its event saved.
        if (duplicateKeyFields(error) === null) throw error;
      }
    },
  };
}

function scanId(userId: string, jobId: string): string {
  return `${userId} ${jobId}`;
}

function dayId({ userId, day }: DayQuota): string {
  return `${userId} ${day.toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
}

function dayEntry({ jobId, postId }: DayQuota): string {
  return `${jobId} ${postId}`;
}

function placeOf(postId: string, quota: Pick<ScanQuotaDocument, 'taken' | 'refused'>): Place {
  const taken = quota.taken.find((entry) => entry.postId === postId);
  if (taken !== undefined) return { admittedAt: taken.admittedAt };
  return quota.refused.includes(postId) ? 'refused' : 'full';
}

/** The fields of a quota that is new. */
function blank(lists: readonly string[], now: Date) {
  const expiresAt = { $ifNull: ['$expiresAt', new Date(now.getTime() + keptMs)] };
  return { ...Object.fromEntries(lists.map((list) => [list, { $ifNull: [`$${list}`, []] }])), expiresAt };
}

/** Values from outside are literals: a text that begins with $ is no path. */
function isIn(value: string, list: string) {
  return { $in: [{ $literal: value }, list] };
}

/** `taken` with one more entry, unless that is decided or no place is left. */
function added(entry: unknown, decided: object, max: number) {
  const keep = { $or: [decided, { $gte: [{ $size: '$taken' }, max] }] };
  return { $cond: [keep, '$taken', { $concatArrays: ['$taken', [{ $literal: entry }]] }] };
}
