import { duplicateKeyFields } from '@earshot/platform';
import { maxLeadsPerDayChoices, messageModels, scoringModels } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { Preferences, PreferencesRepository } from '../domain/preferences.ts';
import { preferencesDefaults } from '../domain/preferences.ts';

/** Preferences as stored, in the collection `user_preferences`: one a user. */
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

type Save = PreferencesRepository['save'];

export function preferencesStore(model: Model<PreferencesDocument>): PreferencesRepository {
  const save: Save = async (userId, change, { newId, now }) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const update = {
      $set: { ...given, updatedAt: now },
      $setOnInsert: { ...defaultsBeside(given), _id: newId, createdAt: now },
    };
    const options = { upsert: true, returnDocument: 'after' } as const;
    return preferencesOf(await model.findOneAndUpdate({ userId }, update, options).lean().exec());
  };
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }).lean().exec();
      return found && preferencesOf(found);
    },
    save: async (...wanted) => {
      try {
        return await save(...wanted);
      } catch (error) {
        // Two first saves at once: the second finds the first one's document.
        if (duplicateKeyFields(error) === null) throw error;
        return save(...wanted);
      }
    },
  };
}

/** An update may name a field once only. */
function defaultsBeside(given: object) {
  return Object.fromEntries(Object.entries(preferencesDefaults).filter(([field]) => !Object.hasOwn(given, field)));
}

function preferencesOf({ _id, ...document }: PreferencesDocument): Preferences {
  return { ...document, id: _id };
}
