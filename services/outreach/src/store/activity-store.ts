import { documentSchema, insertFirst, upsertAtLast } from '@earshot/service-kit';
import { messageStates, messageTypes } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { ActivityItem, ActivityRepository } from '../domain/activity.ts';

/** A feed item as stored, in `activity_feed`. */
export interface ActivityDocument extends Omit<ActivityItem, 'id' | 'origin' | 'postUrl' | 'postTitle'> {
  _id: string;
  redditPostUrl: string;
  redditPostTitle: string;
  /** Identifies the cause of the item, so that each cause creates one item. This is not a source of posts. */
  source: string;
  /** The revision of the status change that created it; absent when a message created it. */
  revision?: number;
}

/** The latest revision with which a lead returned to `new`, in `lead_withdrawals`. */
export interface LeadWithdrawalDocument {
  /** The lead's id. */
  _id: string;
  userId: UserId;
  revision: number;
}

const text = { type: String, required: true };
const anyText = { type: String, default: '' };

export const activitySchema = documentSchema<ActivityDocument>({
  _id: text,
  userId: text,
  leadId: text,
  activityType: { type: String, enum: messageTypes, required: true },
  recipient: anyText,
  content: anyText,
  leadSource: text,
  redditPostUrl: anyText,
  redditPostTitle: anyText,
  status: { type: String, enum: messageStates, default: 'sent' },
  createdAt: { type: Date, required: true },
  source: text,
  revision: Number,
});
activitySchema.index({ source: 1 }, { unique: true });
activitySchema.index({ userId: 1, activityType: 1, createdAt: -1, _id: -1 });
activitySchema.index({ userId: 1, leadId: 1, revision: 1 });

export const leadWithdrawalSchema = documentSchema<LeadWithdrawalDocument>({
  _id: text,
  userId: text,
  revision: { type: Number, required: true },
});
leadWithdrawalSchema.index({ userId: 1 });

/** The activity feed in MongoDB. */
export function activityStore(models: {
  activity: Model<ActivityDocument>;
  withdrawal: Model<LeadWithdrawalDocument>;
}): ActivityRepository {
  const { activity, withdrawal } = models;
  return {
    newest: async (userId, activityType, limit) => {
      const newestFirst = { createdAt: -1, _id: -1 } as const;
      const found = await activity.find({ userId, activityType }).sort(newestFirst).limit(limit).lean().exec();
      return found.map(itemOf);
    },
    find: async (userId, id) => {
      const found = await activity.findOne({ _id: id, userId }).lean().exec();
      return found && itemOf(found);
    },
    mirror: async ({ id, messageId, status, origin: _origin, postUrl, postTitle, ...item }) => {
      const filter = { source: `message:${messageId}` };
      const made = { ...item, _id: id, redditPostUrl: postUrl, redditPostTitle: postTitle };
      const update =
        status === 'pending' ? { $setOnInsert: { ...made, status } } : { $set: { status }, $setOnInsert: made };
      await upsertAtLast(() => activity.updateOne(filter, update, { upsert: true }).exec());
    },
    drop: async (messageId) => {
      await activity.deleteOne({ source: `message:${messageId}` }).exec();
    },
    keepReported: async ({ id, origin: _origin, postUrl, postTitle, ...item }, { revision }) => {
      const words = { redditPostUrl: postUrl, redditPostTitle: postTitle };
      const document = { ...item, ...words, _id: id, source: `lead:${item.leadId}:${revision}`, revision };
      await insertFirst(activity, document);
    },
    withdrawReported: async (userId, leadId, before) => {
      await activity.deleteMany({ userId, leadId, revision: { $lt: before } }).exec();
    },
    noteWithdrawal: async (userId, leadId, revision) => {
      const update = { $max: { revision }, $setOnInsert: { userId } };
      await upsertAtLast(() => withdrawal.updateOne({ _id: leadId }, update, { upsert: true }).exec());
    },
    withdrawnAt: async (userId, leadId) => {
      const found = await withdrawal.findOne({ _id: leadId, userId }).lean().exec();
      return found?.revision ?? 0;
    },
  };
}

function itemOf(document: ActivityDocument): ActivityItem {
  return {
    id: document._id,
    userId: document.userId,
    leadId: document.leadId,
    activityType: document.activityType,
    recipient: document.recipient,
    content: document.content,
    leadSource: document.leadSource,
    postUrl: document.redditPostUrl,
    postTitle: document.redditPostTitle,
    status: document.status,
    origin: document.revision === undefined ? 'account' : 'by-hand',
    createdAt: document.createdAt,
  };
}
