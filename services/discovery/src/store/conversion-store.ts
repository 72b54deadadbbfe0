import { addOutbox, documentSchema, insertFirst, type OutboxFields, outboxOf } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { ConversionRepository } from '../domain/convert-visitor.ts';

/**
 * A conversion, in the collection `discovery_conversions`. It makes its event unique. Personal data of the account
 * `userId`.
 */
export interface ConversionDocument extends OutboxFields {
  _id: string;
  descriptionHash: string;
  visitor: string;
  userId: UserId;
  at: Date;
}

const text = { type: String, required: true } as const;
export const conversionSchema = documentSchema<ConversionDocument>({
  _id: text,
  descriptionHash: text,
  visitor: text,
  userId: text,
  at: { type: Date, required: true },
});
conversionSchema.index({ userId: 1 });
addOutbox(conversionSchema);

/** Conversions in MongoDB; the id combines description and user. */
export function conversionStore(model: Model<ConversionDocument>): ConversionRepository {
  return {
    add: async ({ descriptionHash, visitor, userId, at }, converted) => {
      const _id = `${descriptionHash}:${userId}`;
      await insertFirst(model, { _id, descriptionHash, visitor, userId, at, ...outboxOf([converted]) });
    },
  };
}
