import { documentSchema, duplicateKeyFields } from '@earshot/service-kit';
import { notificationMethods } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { MailChoices, NotificationMethod } from '../domain/mails/mail-choices.ts';

/** A user's notification method; the id is the user's. */
export interface MailChoiceDocument {
  _id: string;
  userId: UserId;
  method: NotificationMethod;
  revision: number;
}

export const mailChoiceSchema = documentSchema<MailChoiceDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  method: { type: String, enum: notificationMethods, required: true },
  revision: { type: Number, required: true },
});

/** Notification methods in MongoDB, one per user. The newest revision wins, regardless of the order of arrival. */
export function mailChoiceStore(model: Model<MailChoiceDocument>): MailChoices {
  return {
    methodOf: async (userId) => (await model.findById(userId).lean().exec())?.method ?? 'inapp',
    note: async (userId, { method, revision }) => {
      const update = { $set: { userId, method, revision } };
      try {
        await model.updateOne({ _id: userId, revision: { $lt: revision } }, update, { upsert: true }).exec();
      } catch (error) {
        // A newer or equal revision is stored.
        if (duplicateKeyFields(error) === null) throw error;
      }
    },
  };
}
