import { documentSchema, duplicateKeyFields, partSchema } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { DiscoveryRepository, StoredDiscovery } from '../domain/discovery.ts';
import type { Suggestions } from '../domain/suggestions.ts';

/** A searched description, in the collection `public_discovery_cache`. */
export interface DiscoveryDocument {
  _id: string;
  descriptionHash: string;
  productDescription: string;
  suggestedSubreddits: Suggestions;
  /** The ranker of the suggestions, and the time of the ranking. */
  ranking: string;
  rankedAt: Date;
  requestCount: number;
  /** Personal data: the user who registered after searching with it; null again once that account is deleted. */
  convertedUserId: string | null;
  convertedAt: Date | null;
  createdAt: Date;
}

const text = { type: String, required: true } as const;
const suggestionSchema = partSchema({
  name: text,
  members: text,
  category: text,
  relevance: text,
  description: String,
  reason: String,
});
const suggestionsSchema = partSchema({
  targetAudience: String,
  productCategory: String,
  suggestions: [suggestionSchema],
});

export const discoverySchema = documentSchema<DiscoveryDocument>({
  _id: text,
  descriptionHash: text,
  productDescription: text,
  suggestedSubreddits: { type: suggestionsSchema, required: true },
  ranking: text,
  rankedAt: { type: Date, required: true },
  requestCount: { type: Number, default: 1 },
  convertedUserId: { type: String, default: null },
  convertedAt: { type: Date, default: null },
  createdAt: { type: Date, required: true },
});
discoverySchema.index({ descriptionHash: 1 }, { unique: true });
discoverySchema.index({ convertedUserId: 1 });

/** Public searches in MongoDB, unique by the description's hash. */
export function discoveryStore(model: Model<DiscoveryDocument>): DiscoveryRepository {
  return {
    find: async (descriptionHash) => {
      const found = await model.findOne({ descriptionHash }).lean().exec();
      return found && discoveryOf(found);
    },
    insert: async ({ suggestions, ...discovery }, { id, now }) => {
      try {
        const first = { ...discovery, suggestedSubreddits: suggestions, requestCount: 1, createdAt: now };
        await model.create({ ...first, _id: id });
        return true;
      } catch (error) {
        if (duplicateKeyFields(error) === null) throw error;
        return false;
      }
    },
    count: async (descriptionHash, ranked) => {
      const change = ranked && {
        $set: { suggestedSubreddits: ranked.suggestions, ranking: ranked.ranking, rankedAt: ranked.rankedAt },
      };
      const update = { $inc: { requestCount: 1 }, ...change };
      await model.updateOne({ descriptionHash }, update).exec();
    },
    describe: async (hashes) => {
      const fields = { descriptionHash: 1, productDescription: 1, requestCount: 1, convertedAt: 1 };
      const found = await model
        .find({ descriptionHash: { $in: [...hashes] } }, fields)
        .lean()
        .exec();
      return found.map(({ descriptionHash: hash, productDescription, requestCount, convertedAt }) => ({
        hash,
        productDescription,
        requestCount,
        converted: convertedAt !== null,
      }));
    },
    convert: async (descriptionHash, { userId, at }) => {
      const first = { $set: { convertedUserId: userId, convertedAt: at } };
      await model.updateOne({ descriptionHash, convertedAt: null }, first).exec();
    },
    forgetUser: async (userId) => {
      await model.updateMany({ convertedUserId: userId }, { $set: { convertedUserId: null } }).exec();
    },
  };
}

function discoveryOf(document: DiscoveryDocument): StoredDiscovery {
  const { descriptionHash, productDescription, suggestedSubreddits: suggestions, ranking, rankedAt } = document;
  return { descriptionHash, productDescription, suggestions, ranking, rankedAt };
}
