import { addOutbox, documentSchema, type OutboxFields, outboxOf } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { RequestRepository } from '../domain/discovery.ts';
import { visitorDays } from '../domain/visitor.ts';

/** A request, in the collection `discovery_requests`, under the id of its event. */
export interface RequestDocument extends OutboxFields {
  _id: string;
  descriptionHash: string;
  visitor: string;
  productCategory: string;
  source: string;
  subreddits: string[];
  modelCalled: boolean;
  at: Date;
}

const text = { type: String, required: true } as const;
export const requestSchema = documentSchema<RequestDocument>({
  _id: text,
  descriptionHash: text,
  visitor: text,
  productCategory: { type: String, default: '' },
  source: text,
  subreddits: [String],
  modelCalled: { type: Boolean, required: true },
  at: { type: Date, required: true },
});
/** Figures look back 30 days; one more day leaves time for late counting. */
requestSchema.index({ at: 1 }, { expireAfterSeconds: (visitorDays + 1) * 24 * 3600 });
addOutbox(requestSchema);

/** Requests in MongoDB; each document's outbox holds its event. */
export function requestStore(model: Model<RequestDocument>): RequestRepository {
  return {
    add: async ({ communities, ...request }, requested) => {
      await model.create({ ...request, subreddits: [...communities], _id: requested.id, ...outboxOf([requested]) });
    },
  };
}
