import { documentSchema, partSchema, upsertAtLast } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { draftOrigins, draftVariants, messageTypes, ruleVerdicts, tones } from '@earshot/proto/values';
import type { Model } from 'mongoose';
import { skipOf } from './pages.ts';
import type { SavedDraft, SavedDraftRepository } from '../domain/saved-draft.ts';

/** An unsent text as stored, in `message_drafts`. */
export interface SavedDraftDocument extends SavedDraft {
  _id: string;
}

const text = { type: String, required: true };
const anyText = { type: String, default: '' };
const textOrNull = { type: String, default: null };

const rulesSchema = partSchema({
  verdict: { type: String, enum: ruleVerdicts, required: true },
  rule: textOrNull,
  reason: anyText,
});
const makingSchema = partSchema({
  id: textOrNull,
  text: anyText,
  origin: { type: String, enum: draftOrigins, required: true },
  rules: { type: rulesSchema, default: null },
  variant: { type: String, enum: [...draftVariants, null], default: null },
});

export const savedDraftSchema = documentSchema<SavedDraftDocument>({
  _id: text,
  userId: text,
  leadId: text,
  messageType: { type: String, enum: messageTypes, required: true },
  tone: { type: String, enum: tones, required: true },
  ownTone: String,
  text,
  subject: textOrNull,
  made: { type: makingSchema, default: null },
  leadSource: text,
  recipient: anyText,
  leadTitle: anyText,
  updatedAt: { type: Date, required: true },
});
savedDraftSchema.index({ userId: 1, leadId: 1, messageType: 1 }, { unique: true });
savedDraftSchema.index({ userId: 1, updatedAt: -1, _id: -1 });

/** Unsent texts in MongoDB. */
export function savedDraftStore(model: Model<SavedDraftDocument>): SavedDraftRepository {
  const after = { returnDocument: 'after' } as const;
  return {
    latest: async (userId, leadId, page) => {
      const filter = { userId, ...(leadId !== undefined && { leadId }) };
      const latestFirst = model.find(filter).sort({ updatedAt: -1, _id: -1 });
      const found = await latestFirst.skip(skipOf(page)).limit(page.limit).lean().exec();
      return found.map(draftOf);
    },
    find: async ({ userId, leadId, messageType }) => {
      const found = await model.findOne({ userId, leadId, messageType }).lean().exec();
      return found && draftOf(found);
    },
    update: async ({ userId, leadId, messageType }, content, basedOn) => {
      const filter = { userId, leadId, messageType, ...(basedOn && { updatedAt: basedOn }) };
      const found = await model.findOneAndUpdate(filter, { $set: content }, after).lean().exec();
      return found && draftOf(found);
    },
    save: ({ userId, leadId, messageType }, content, lead) =>
      upsertAtLast(async () => {
        const filter = { userId, leadId, messageType };
        const update = { $set: { ...content, ...lead }, $setOnInsert: { _id: newId() } };
        const saved = await model
          .findOneAndUpdate(filter, update, { ...after, upsert: true })
          .lean()
          .orFail()
          .exec();
        return draftOf(saved);
      }),
    remove: async ({ userId, leadId, messageType }, words) => {
      await model.deleteOne({ userId, leadId, messageType, ...(words !== undefined && { text: words }) }).exec();
    },
  };
}

function draftOf({ _id, ...draft }: SavedDraftDocument): SavedDraft {
  return draft;
}
