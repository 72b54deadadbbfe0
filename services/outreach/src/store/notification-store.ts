import { documentSchema, insertFirst } from '@earshot/service-kit';
import { notificationKinds } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import type { Notification, NotificationRepository } from '../domain/notification.ts';

/** A notification as stored, in `notifications`. */
export interface NotificationDocument extends Omit<Notification, 'id'> {
  _id: string;
  /** Identifies the event that the notification reports. */
  source: string;
}

/** The lifetime of a notification in seconds; nobody reads older ones. */
const lifeSeconds = 90 * 24 * 3600;
const text = { type: String, required: true };

export const notificationSchema = documentSchema<NotificationDocument>({
  _id: text,
  userId: text,
  kind: { type: String, enum: notificationKinds, required: true },
  title: text,
  text,
  link: text,
  isRead: { type: Boolean, default: false },
  createdAt: { type: Date, required: true },
  leadSource: String,
  leads: Number,
  community: String,
  source: text,
});
notificationSchema.index({ source: 1 }, { unique: true });
notificationSchema.index({ userId: 1, createdAt: -1, _id: -1 });
notificationSchema.index({ userId: 1, isRead: 1 });
notificationSchema.index({ createdAt: 1 }, { expireAfterSeconds: lifeSeconds });

/** Notifications in MongoDB; old ones expire. */
export function notificationStore(model: Model<NotificationDocument>): NotificationRepository {
  return {
    newest: async (userId, limit) => {
      const found = await model.find({ userId }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean().exec();
      return found.map(({ _id, source: _source, ...rest }) => ({ ...rest, id: _id }));
    },
    markRead: async (userId, ids) => {
      const filter = ids === undefined ? {} : { _id: { $in: [...ids] } };
      await model.updateMany({ userId, isRead: false, ...filter }, { $set: { isRead: true } }).exec();
    },
    keep: async ({ id, ...notification }, source) => {
      await insertFirst(model, { ...notification, _id: id, source });
    },
  };
}
