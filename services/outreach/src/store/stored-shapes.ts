import { documentSchema } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';

/**
 * Entities of the specification (section 3) that no code writes yet. Their shapes, defaults and unique fields are
 * defined so that later features find them ready.
 */
const text = { type: String, required: true };

/** A message template with placeholders, in `message_templates`. */
export interface MessageTemplateDocument {
  _id: string;
  userId: UserId;
  name: string;
  template: string;
  usageCount: number;
  /** Percent with two decimals, 0 to 100; null until the template was used for a message. */
  responseRate: number | null;
  createdAt: Date;
}

export const messageTemplateSchema = documentSchema<MessageTemplateDocument>({
  _id: text,
  userId: text,
  name: text,
  template: text,
  usageCount: { type: Number, default: 0 },
  responseRate: { type: Number, min: 0, max: 100, default: null },
  createdAt: { type: Date, required: true },
});
messageTemplateSchema.index({ userId: 1, createdAt: -1, _id: -1 });

/** A conversation of a linked account, in `reddit_conversations`. */
export interface ConversationDocument {
  _id: string;
  userId: UserId;
  redditAccountId: string;
  participantUsername: string;
  subject: string | null;
  lastMessageAt: Date | null;
  isRead: boolean;
  conversationType: 'dm' | 'chat';
  createdAt: Date;
  updatedAt: Date;
}

export const conversationSchema = documentSchema<ConversationDocument>({
  _id: text,
  userId: text,
  redditAccountId: text,
  participantUsername: text,
  subject: { type: String, default: null },
  lastMessageAt: { type: Date, default: null },
  isRead: { type: Boolean, default: false },
  conversationType: { type: String, enum: ['dm', 'chat'], default: 'dm' },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
conversationSchema.index({ userId: 1, lastMessageAt: -1, _id: -1 });

/**
 * One message of a conversation, in `reddit_messages`. It stores the user in addition to the specification's fields, so
 * that a user's messages can be deleted.
 */
export interface ConversationMessageDocument {
  _id: string;
  userId: UserId;
  conversationId: string;
  redditMessageId: string;
  senderUsername: string;
  content: string;
  isFromUser: boolean;
  sentAt: Date;
  createdAt: Date;
}

export const conversationMessageSchema = documentSchema<ConversationMessageDocument>({
  _id: text,
  userId: text,
  conversationId: text,
  redditMessageId: text,
  senderUsername: text,
  content: text,
  isFromUser: { type: Boolean, required: true },
  sentAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
});
conversationMessageSchema.index({ redditMessageId: 1 }, { unique: true });
conversationMessageSchema.index({ conversationId: 1, sentAt: 1, _id: 1 });
conversationMessageSchema.index({ userId: 1 });
