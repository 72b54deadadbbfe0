import {
  addOutbox,
  documentSchema,
  insertFirst,
  type OutboxFields,
  outboxOf,
  outboxPush,
  partSchema,
} from '@earshot/service-kit';
import {
  maxLeadsPerScanChoices,
  messageLengths,
  notificationMethods,
  scanFrequencies,
  searchStrategies,
} from '@earshot/proto/values';
import type { OwnTone } from '@earshot/proto/http/lead';
import type { Model } from 'mongoose';
import type { ConfigurationRepository, StoredConfiguration } from '../domain/configuration.ts';

/** A configuration as stored, one per user. */
export interface ConfigurationDocument
  extends Omit<StoredConfiguration, 'id' | 'createdAt' | 'updatedAt'>, OutboxFields {
  _id: string;
  createdAt: Date;
  updatedAt: Date;
}

const list = { type: [String], default: undefined };
const ownToneSchema = partSchema<OwnTone>({
  name: { type: String, required: true },
  example: { type: String, required: true },
});

export const configurationSchema = documentSchema<ConfigurationDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  businessDescription: { type: String },
  searchStrategy: { type: String, enum: searchStrategies },
  maxLeadsPerScan: { type: Number, enum: maxLeadsPerScanChoices },
  scanFrequency: { type: String, enum: scanFrequencies },
  listen: { type: Boolean },
  notificationMethod: { type: String, enum: notificationMethods },
  defaultDmLength: { type: String, enum: messageLengths },
  defaultReplyLength: { type: String, enum: messageLengths },
  ownTones: { type: [ownToneSchema], default: undefined },
  draftFacts: list,
  closingLine: { type: String },
  businessCategory: { type: String },
  offer: { type: String },
  audience: { type: String },
  problems: list,
  alternatives: list,
  notFor: list,
  targetKeywords: list,
  excludedKeywords: list,
  location: { type: String },
  servesOnlyThere: { type: Boolean },
  productDescription: { type: String },
  revision: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
configurationSchema.index({ userId: 1 }, { unique: true });
addOutbox(configurationSchema);

/** Configurations in MongoDB, unique by user. */
export function configurationStore(model: Model<ConfigurationDocument>): ConfigurationRepository {
  return {
    find: async (userId) => {
      const found = await model.findOne({ userId }, { outbox: 0, outboxAt: 0 }).lean().exec();
      return found && configurationOf(found);
    },
    announce: async (userId, event) => {
      await model.updateOne({ userId }, outboxPush([event])).exec();
    },
    save: async (configuration, event) => {
      const { id, createdAt, updatedAt, ...fields } = configuration;
      if (id === null || createdAt === null || updatedAt === null)
        throw new Error('a saved configuration has an id and times');
      const before = configuration.revision - 1;
      const update = { $set: { ...fields, updatedAt }, ...outboxPush([event]) };
      const { matchedCount } = await model
        .updateOne({ _id: id, userId: fields.userId, revision: before }, update)
        .exec();
      if (matchedCount === 1 || before > 0) return matchedCount === 1;
      return insertFirst(model, { ...fields, _id: id, createdAt, updatedAt, ...outboxOf([event]) });
    },
  };
}

function configurationOf(document: Omit<ConfigurationDocument, 'outbox' | 'outboxAt'>): StoredConfiguration {
  const { _id, ...fields } = document;
  return { ...fields, id: _id };
}
