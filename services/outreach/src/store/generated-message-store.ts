import type { MessageVariant, RulesCheck } from '@earshot/proto/http/outreach';
import { limits } from '@earshot/proto/limits';
import { draftOrigins, draftVariants, messageTypes, ruleVerdicts, tones } from '@earshot/proto/values';
import { addSlots, documentSchema, inFreeSlot, partSchema } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { GeneratedMessage, GeneratedMessageRepository } from '../domain/generated-message.ts';
import { skipOf } from './pages.ts';

/** A draft as stored, in the collection `generated_messages`. */
export interface GeneratedMessageDocument extends Omit<GeneratedMessage, 'id'> {
  _id: string;
  /** Its number among the drafts of the lead. */
  slot?: number;
}

const rulesSchema = partSchema<RulesCheck>({
  verdict: { type: String, enum: ruleVerdicts, required: true },
  rule: { type: String, default: null },
  reason: { type: String, required: true },
});

const variantSchema = partSchema<MessageVariant>({
  variant: { type: String, enum: draftVariants, required: true },
  message: { type: String, required: true },
  origin: { type: String, enum: draftOrigins, required: true },
  rules: { type: rulesSchema, required: true },
});

export const generatedMessageSchema = documentSchema<GeneratedMessageDocument>({
  _id: { type: String, required: true },
  leadId: { type: String, required: true },
  userId: { type: String, required: true },
  source: { type: String, required: true },
  recipient: { type: String, default: '' },
  leadTitle: { type: String, default: '' },
  message: { type: String, required: true },
  messageType: { type: String, enum: messageTypes, required: true },
  tone: { type: String, enum: tones, required: true },
  ownTone: String,
  origin: { type: String, enum: draftOrigins, required: true },
  rules: { type: rulesSchema, default: null },
  variants: [variantSchema],
  sentAt: { type: Date, default: null },
  status: { type: String, enum: ['pending', 'sent', 'failed'], default: 'pending' },
  createdAt: { type: Date, required: true },
});
generatedMessageSchema.index({ userId: 1, createdAt: -1, _id: -1 });
generatedMessageSchema.index({ userId: 1, leadId: 1 });
addSlots(generatedMessageSchema, ['userId', 'leadId']);

/** Drafts in MongoDB. */
export function generatedMessageStore(model: Model<GeneratedMessageDocument>): GeneratedMessageRepository {
  return {
    insert: async ({ id, ...message }) => {
      const ofLead = { scope: { userId: message.userId, leadId: message.leadId }, most: limits.drafts.most };
      return (await inFreeSlot(model, ofLead, (slot) => model.create({ ...message, _id: id, slot }))) !== null;
    },
    remove: async (userId, id) => {
      await model.deleteOne({ _id: id, userId }).exec();
    },
    newest: async (userId, page) => {
      const newestFirst = model.find({ userId }).sort({ createdAt: -1, _id: -1 });
      const found = await newestFirst.skip(skipOf(page)).limit(page.limit).lean().exec();
      return found.map(messageOf);
    },
    markUsed: async (userId, id, sentAt) => {
      await model.updateOne({ _id: id, userId, status: 'pending' }, { $set: { status: 'sent', sentAt } }).exec();
    },
    markSent: async ({ message, ...lead }, sentAt) => {
      const texts = { $or: [{ message }, { 'variants.message': message }] };
      await model.updateMany({ ...lead, ...texts, status: 'pending' }, { $set: { status: 'sent', sentAt } }).exec();
    },
    unmarkSent: async ({ userId, leadId, messageType }, sentAt) => {
      const filter = { userId, leadId, messageType, sentAt };
      const found = await model.find(filter).sort({ createdAt: -1, _id: -1 }).limit(1).lean().exec();
      await model.updateMany(filter, { $set: { status: 'pending', sentAt: null } }).exec();
      return found.map(messageOf)[0] ?? null;
    },
  };
}

function messageOf({ _id, slot: _slot, ...message }: GeneratedMessageDocument): GeneratedMessage {
  return { ...message, id: _id };
}
