import type { Connection } from 'mongoose';
import {
  type ActivityDocument,
  activitySchema,
  type LeadWithdrawalDocument,
  leadWithdrawalSchema,
} from './activity-store.ts';
import { type GeneratedMessageDocument, generatedMessageSchema } from './generated-message-store.ts';
import { type LinkStateDocument, linkStateSchema } from './link-state-store.ts';
import { type LinkedAccountDocument, linkedAccountSchema } from './linked-account-store.ts';
import { type NotificationDocument, notificationSchema } from './notification-store.ts';
import { type ReminderDocument, reminderSchema } from './reminder-store.ts';
import { type SavedDraftDocument, savedDraftSchema } from './saved-draft-store.ts';
import { type SentMessageDocument, sentMessageSchema } from './sent-message-schema.ts';
import {
  type ConversationDocument,
  type ConversationMessageDocument,
  conversationMessageSchema,
  conversationSchema,
  type MessageTemplateDocument,
  messageTemplateSchema,
} from './stored-shapes.ts';

/** Every collection of the outreach service's database. */
export function outreachModels(documents: Connection) {
  return {
    message: documents.model<GeneratedMessageDocument>(
      'GeneratedMessage',
      generatedMessageSchema,
      'generated_messages',
    ),
    savedDraft: documents.model<SavedDraftDocument>('SavedDraft', savedDraftSchema, 'message_drafts'),
    reminder: documents.model<ReminderDocument>('Reminder', reminderSchema, 'lead_reminders'),
    account: documents.model<LinkedAccountDocument>('LinkedAccount', linkedAccountSchema, 'reddit_accounts'),
    linkState: documents.model<LinkStateDocument>('LinkState', linkStateSchema, 'reddit_link_states'),
    sent: documents.model<SentMessageDocument>('SentMessage', sentMessageSchema, 'message_history'),
    activity: documents.model<ActivityDocument>('ActivityItem', activitySchema, 'activity_feed'),
    withdrawal: documents.model<LeadWithdrawalDocument>('LeadWithdrawal', leadWithdrawalSchema, 'lead_withdrawals'),
    notification: documents.model<NotificationDocument>('Notification', notificationSchema, 'notifications'),
    template: documents.model<MessageTemplateDocument>('MessageTemplate', messageTemplateSchema, 'message_templates'),
    conversation: documents.model<ConversationDocument>(
      'RedditConversation',
      conversationSchema,
      'reddit_conversations',
    ),
    redditMessage: documents.model<ConversationMessageDocument>(
      'RedditMessage',
      conversationMessageSchema,
      'reddit_messages',
    ),
  };
}
