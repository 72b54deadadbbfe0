import { addOutbox, addSlots, documentSchema, type OutboxFields } from '@earshot/service-kit';
import { draftVariants, messageStates, messageTypes } from '@earshot/proto/values';
import type { SentMessage } from '../domain/sent-message.ts';

/** Its stored field, which is set while a follow-up is due. */
export const awaitsFollowUp = 'awaitsFollowUp';

/** A message as stored, in `message_history`. */
export interface SentMessageDocument
  extends
    Omit<SentMessage, 'id' | 'postId' | 'origin' | 'variant' | 'replied' | 'repliedAt' | 'accountId' | 'siteMessageId'>,
    OutboxFields {
  _id: string;
  redditAccountId: string | null;
  redditMessageId: string | null;
  /** The id of the post that a comment replies to. */
  thing: string | null;
  variant?: SentMessage['variant'];
  replied?: boolean;
  repliedAt?: Date;
  /** The revision of the lead that `replied` is from. */
  repliedRevision?: number;
  /**
   * The message's unique key: from the user's idempotency key, the lead's status change that recorded it, or its own
   * id. This is not a source of posts.
   */
  source: string;
  /** Digest of the request, which a repeated key is compared with. */
  asked: string;
  /** Set while an equal text to the same receiver counts as a double click. */
  guard?: string;
  guardUntil?: Date;
  /** When to look for the outcome; set only while it is unknown. */
  sweepAt?: Date;
  /** Set while the feed and the drafts do not reflect the message's state. */
  [awaitsFollowUp]?: boolean;
  /** The lead's status change that recorded it. */
  revision?: number;
  /** Its number among the messages that were sent about the lead. */
  slot?: number;
}

const text = { type: String, required: true };
const textOrNull = { type: String, default: null };
/** Allows an empty text, which `required` would reject. */
const anyText = { type: String, default: '' };

export const sentMessageSchema = documentSchema<SentMessageDocument>({
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
  leadSource: text,
  variant: { type: String, enum: [...draftVariants, null] },
  replied: Boolean,
  repliedAt: Date,
  repliedRevision: Number,
  leadUrl: anyText,
  leadTitle: anyText,
  settledBy: textOrNull,
  source: text,
  asked: anyText,
  guard: String,
  guardUntil: Date,
  sweepAt: Date,
  [awaitsFollowUp]: Boolean,
  revision: Number,
});
sentMessageSchema.index({ source: 1 }, { unique: true });
sentMessageSchema.index({ guard: 1 }, { unique: true, sparse: true });
sentMessageSchema.index({ userId: 1, createdAt: -1, _id: -1 });
sentMessageSchema.index({ userId: 1, leadId: 1, messageType: 1 });
sentMessageSchema.index({ userId: 1, leadId: 1, revision: 1 });
sentMessageSchema.index({ userId: 1, redditMessageId: 1 });
sentMessageSchema.index({ sweepAt: 1 }, { sparse: true });
sentMessageSchema.index({ [awaitsFollowUp]: 1 }, { sparse: true });
addSlots(sentMessageSchema, ['userId', 'leadId']);
addOutbox(sentMessageSchema);
