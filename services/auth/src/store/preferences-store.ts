import { saveForm } from '@earshot/service-kit';
import { maxLeadsPerDayChoices, messageModels, scoringModels } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { Preferences, PreferencesRepository } from '../domain/preferences.ts';
import { preferencesDefaults } from '../domain/preferences.ts';

/** Stored preferences, in the collection `user_preferences`: one document per user. */
export interface PreferencesDocument extends Omit<Preferences, 'id' | 'createdAt' | 'updatedAt'> {
  _id: string;
  createdAt: Date;
  updatedAt: Date;
}

export const preferencesSchema = new Schema<PreferencesDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    leadScoringModel: { type: String, enum: scoringModels },
    messageGenerationModel: { type: String, enum: messageModels },
    maxLeadsPerDay: { type: Number, enum: maxLeadsPerDayChoices },
    emailNotifications: { type: Boolean },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);
preferencesSchema.index({ userId: 1 }, { unique: true });

/** Preferences in MongoDB, unique by user. */
export function preferencesStore(model: Model<PreferencesDocument>): PreferencesRepository {
  const saved = { upsert: true, returnDocument: 'after' } as const;
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }).lean().exec();
      return found && preferencesOf(found);
    },
    save: async (userId, change, facts) =>
      saveForm({ change, defaults: preferencesDefaults, facts }, async (update) =>
        preferencesOf(await model.findOneAndUpdate({ userId }, update, saved).lean().exec()),
      ),
  };
}

function preferencesOf({ _id, ...document }: PreferencesDocument): Preferences {
  return { ...document, id: _id };
}
