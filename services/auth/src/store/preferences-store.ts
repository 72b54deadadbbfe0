import type { OutgoingEvent } from '@earshot/event-bus';
import { addOutbox, documentSchema, type OutboxFields, outboxPush, saveForm } from '@earshot/service-kit';
import { maxLeadsPerDayChoices, messageModels, scoringModels } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { type Preferences, preferencesDefaults, type PreferencesRepository } from '../domain/preferences.ts';

/** Stored preferences, in the collection `user_preferences`: one document per user. */
export interface PreferencesDocument extends Omit<Preferences, 'id' | 'createdAt' | 'updatedAt'>, OutboxFields {
  _id: string;
  createdAt: Date;
  updatedAt: Date;
}

export const preferencesSchema = documentSchema<PreferencesDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  leadScoringModel: { type: String, enum: scoringModels },
  messageGenerationModel: { type: String, enum: messageModels },
  maxLeadsPerDay: { type: Number, enum: maxLeadsPerDayChoices },
  emailNotifications: { type: Boolean },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
preferencesSchema.index({ userId: 1 }, { unique: true });
addOutbox(preferencesSchema);

/** Preferences in MongoDB, unique by user. `savedEvent` creates the event of a save, `saved` has it published. */
export function preferencesStore(
  model: Model<PreferencesDocument>,
  { savedEvent, saved }: { readonly savedEvent: (userId: UserId) => OutgoingEvent; readonly saved: () => void },
): PreferencesRepository {
  const options = { upsert: true, returnDocument: 'after' } as const;
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }).lean().exec();
      return found && preferencesOf(found);
    },
    save: async (userId, change, facts) => {
      const event = outboxPush([savedEvent(userId)]);
      const document = await saveForm({ change, defaults: preferencesDefaults, facts }, (update) =>
        model
          .findOneAndUpdate({ userId }, { ...update, ...event }, options)
          .lean()
          .exec(),
      );
      saved();
      return preferencesOf(document);
    },
  };
}

function preferencesOf(document: PreferencesDocument): Preferences {
  return {
    id: document._id,
    userId: document.userId,
    leadScoringModel: document.leadScoringModel,
    messageGenerationModel: document.messageGenerationModel,
    maxLeadsPerDay: document.maxLeadsPerDay,
    emailNotifications: document.emailNotifications,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}
