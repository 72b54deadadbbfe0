import { saveForm } from '@earshot/platform';
import {
  maxLeadsPerScanChoices,
  messageLengths,
  notificationMethods,
  scanFrequencies,
  searchStrategies,
} from '@earshot/proto/values';
import type { Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { Configuration, ConfigurationRepository } from '../domain/configuration.ts';
import { configurationDefaults } from '../domain/configuration.ts';

/** A configuration as stored: one a user. */
export interface ConfigurationDocument extends Omit<Configuration, 'id' | 'createdAt' | 'updatedAt'> {
  _id: string;
  createdAt: Date;
  updatedAt: Date;
}

export const configurationSchema = new Schema<ConfigurationDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    businessDescription: { type: String },
    searchStrategy: { type: String, enum: searchStrategies },
    maxLeadsPerScan: { type: Number, enum: maxLeadsPerScanChoices },
    scanFrequency: { type: String, enum: scanFrequencies },
    notificationMethod: { type: String, enum: notificationMethods },
    defaultDmLength: { type: String, enum: messageLengths },
    defaultReplyLength: { type: String, enum: messageLengths },
    businessCategory: { type: String },
    targetKeywords: { type: [String], default: undefined },
    productDescription: { type: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);
configurationSchema.index({ userId: 1 }, { unique: true });

/** Configurations in MongoDB, unique by user. */
export function configurationStore(model: Model<ConfigurationDocument>): ConfigurationRepository {
  const saved = { upsert: true, returnDocument: 'after' } as const;
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }).lean().exec();
      return found && configurationOf(found);
    },
    save: async (userId, change, facts) =>
      saveForm({ change, defaults: configurationDefaults, facts }, async (update) =>
        configurationOf(await model.findOneAndUpdate({ userId }, update, saved).lean().exec()),
      ),
  };
}

function configurationOf({ _id, ...document }: ConfigurationDocument): Configuration {
  return { ...document, id: _id };
}
