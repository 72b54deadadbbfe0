import type { OutboxFields } from '@earshot/service-kit';
import { addOutbox } from '@earshot/service-kit';
import { messageStates, messageTypes } from '@earshot/proto/values';
import { Schema } from 'mongoose';
import type { SentMessage } from '../domain/sent-message.ts';

/** A message as stored, in `message_history`. */
export interface SentMessageDocument extends Omit<SentMessage, 'id' | 'leadSource'>, OutboxFields {
  _id: string;
  /** Absent in what a version that knew one source saved. */
  leadSource?: string;
  /** No source of posts: what makes it single: its user's key, the lead's change that told of it, else its own id. */
  source: string;
  /** Digest of what was asked for under a key. */
  asked: string;
  /** Held while the same words to the same receiver would be a second click. */
  guard?: string;
  guardUntil?: Date;
  /** When to look what became of it; only while that is unknown. */
  sweepAt?: Date;
  /** The feed and the drafts have not been told of its state. */
  untold?: boolean;
  /** The lead's change that told of it. */
  revision?: number;
}

const text = { type: String, required: true };
const textOrNull = { type: String, default: null };
/** An empty text is one, which `required` does not think. */
const anyText = { type: String, default: '' };

export const sentMessageSchema = new Schema<SentMessageDocument>(
  {
    _id: text,
    userId: text,
    leadId: text,
    redditAccountId: textOrNull,
    messageType: { type: String, enum: messageTypes, required: true },
    content: anyText,
    subject: textOrNull,
    recipientUsername: anyText,
    postUrl: textOrNull,
    redditMessageId: textOrNull,
    status: { type: String, enum: messageStates, default: 'pending' },
    errorMessage: textOrNull,
    code: textOrNull,
    sentAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    thing: textOrNull,
    leadSource: String,
    leadUrl: anyText,
    leadTitle: anyText,
    settledBy: textOrNull,
    source: text,
    asked: anyText,
    guard: String,
    guardUntil: Date,
    sweepAt: Date,
    untold: Boolean,
    revision: Number,
  },
  { versionKey: false, id: false },
);
sentMessageSchema.index({ source: 1 }, { unique: true });
sentMessageSchema.index({ guard: 1 }, { unique: true, sparse: true });
sentMessageSchema.index({ userId: 1, createdAt: -1, _id: -1 });
sentMessageSchema.index({ userId: 1, leadId: 1, messageType: 1 });
sentMessageSchema.index({ userId: 1, leadId: 1, revision: 1 });
sentMessageSchema.index({ userId: 1, redditMessageId: 1 });
sentMessageSchema.index({ sweepAt: 1 }, { sparse: true });
sentMessageSchema.index({ untold: 1 }, { sparse: true });
addOutbox(sentMessageSchema);
