import { documentSchema, upsertAtLast } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import type { Model } from 'mongoose';
import type { Reminder, ReminderRepository } from '../domain/reminder.ts';
import { skipOf } from './pages.ts';

/** A reminder as stored, in `lead_reminders`. */
export interface ReminderDocument extends Reminder {
  _id: string;
  /** When to notify the user; set only until then. */
  dueAt?: Date;
}

const text = { type: String, required: true };
const anyText = { type: String, default: '' };

export const reminderSchema = documentSchema<ReminderDocument>({
  _id: text,
  userId: text,
  leadId: text,
  leadSource: text,
  recipient: anyText,
  leadTitle: anyText,
  remindAt: { type: Date, required: true },
  remindedAt: { type: Date, default: null },
  dueAt: Date,
});
reminderSchema.index({ userId: 1, leadId: 1 }, { unique: true });
reminderSchema.index({ userId: 1, remindAt: 1, _id: 1 });
reminderSchema.index({ dueAt: 1 }, { sparse: true });

/** Reminders in MongoDB. */
export function reminderStore(model: Model<ReminderDocument>): ReminderRepository {
  return {
    list: async (userId, page) => {
      const found = await model
        .find({ userId })
        .sort({ remindAt: 1, _id: 1 })
        .skip(skipOf(page))
        .limit(page.limit)
        .lean()
        .exec();
      return found.map(reminderOf);
    },
    set: async ({ userId, leadId, ...fields }) => {
      const update = { $set: { ...fields, dueAt: fields.remindAt }, $setOnInsert: { _id: newId() } };
      await upsertAtLast(() => model.updateOne({ userId, leadId }, update, { upsert: true }).exec());
    },
    remove: async (userId, leadId) => {
      await model.deleteOne({ userId, leadId }).exec();
    },
    due: async (now, limit) => {
      const found = await model
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean()
        .exec();
      return found.map(reminderOf);
    },
    markReminded: async ({ userId, leadId, remindAt }, at) => {
      const update = { $set: { remindedAt: at }, $unset: { dueAt: 1 } };
      await model.updateOne({ userId, leadId, remindAt }, update).exec();
    },
  };
}

function reminderOf({ _id, dueAt: _dueAt, ...reminder }: ReminderDocument): Reminder {
  return reminder;
}
