import { documentSchema, upsertAtLast } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { VisitRepository } from '../domain/convert-visitor.ts';
import { visitorDays } from '../domain/visitor.ts';

/**
 * A visitor's search, in the collection `visitor_searches`. It expires 30 days after the visitor's last search with the
 * description.
 */
export interface SearchDocument {
  _id: string;
  visitor: string;
  descriptionHash: string;
  firstAt: Date;
  lastAt: Date;
}

/**
 * A visitor's registration, in the collection `visitor_registrations`. Personal data: it links the account to the
 * browser.
 */
export interface RegistrationDocument {
  _id: string;
  visitor: string;
  userId: UserId;
  at: Date;
}

const expiry = { expireAfterSeconds: visitorDays * 24 * 3600 };
const text = { type: String, required: true } as const;
const moment = { type: Date, required: true } as const;

export const searchSchema = documentSchema<SearchDocument>({
  _id: text,
  visitor: text,
  descriptionHash: text,
  firstAt: moment,
  lastAt: moment,
});
searchSchema.index({ visitor: 1, firstAt: 1 });
searchSchema.index({ lastAt: 1 }, expiry);

export const registrationSchema = documentSchema<RegistrationDocument>({
  _id: text,
  visitor: text,
  userId: text,
  at: moment,
});
registrationSchema.index({ visitor: 1, at: 1 });
registrationSchema.index({ userId: 1 });
registrationSchema.index({ at: 1 }, expiry);

/** Searches and registrations in MongoDB; their ids are their natural keys. */
export function visitStore(
  searches: Model<SearchDocument>,
  registrations: Model<RegistrationDocument>,
): VisitRepository {
  return {
    add: async ({ visitor, descriptionHash, at }) => {
      const update = { $set: { lastAt: at }, $setOnInsert: { visitor, descriptionHash, firstAt: at } };
      const _id = `${visitor}:${descriptionHash}`;
      await upsertAtLast(() => searches.updateOne({ _id }, update, { upsert: true }).exec());
    },
    searchedBefore: async (visitor, at) => {
      const found = await searches
        .find({ visitor, firstAt: { $lte: at } }, { descriptionHash: 1 })
        .lean()
        .exec();
      return found.map(({ descriptionHash }) => descriptionHash);
    },
    addRegistration: async ({ visitor, userId, at }) => {
      const _id = `${visitor}:${userId}`;
      const update = { $setOnInsert: { visitor, userId, at } };
      await upsertAtLast(() => registrations.updateOne({ _id }, update, { upsert: true }).exec());
    },
    registeredSince: async (visitor, at) => {
      const found = await registrations
        .find({ visitor, at: { $gte: at } })
        .lean()
        .exec();
      return found.map(({ userId, at: registeredAt }) => ({ visitor, userId, at: registeredAt }));
    },
  };
}
