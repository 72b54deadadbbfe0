import type { Connection } from 'mongoose';
import type { ActivityDocument, LeadWithdrawalDocument } from './activity-store.ts';
import { activitySchema, leadWithdrawalSchema } from './activity-store.ts';
import type { GeneratedMessageDocument } from './generated-message-store.ts';
import { generatedMessageSchema } from './generated-message-store.ts';
import type { LinkStateDocument } from './link-state-store.ts';
import { linkStateSchema } from './link-state-store.ts';
import type { LinkedAccountDocument } from './linked-account-store.ts';
import { linkedAccountSchema } from './linked-account-store.ts';
import type { NotificationDocument } from './notification-store.ts';
import { notificationSchema } from './notification-store.ts';
import type { ReminderDocument } from './reminder-store.ts';
import { reminderSchema } from './reminder-store.ts';
import type { SavedDraftDocument } from './saved-draft-store.ts';
import { savedDraftSchema } from './saved-draft-store.ts';
import type { SentMessageDocument } from './sent-message-schema.ts';
import { sentMessageSchema } from './sent-message-schema.ts';
import type { MessageTemplateDocument, ConversationDocument, ConversationMessageDocument } from './stored-shapes.ts';
import { messageTemplateSchema, conversationSchema, conversationMessageSchema } from './stored-shapes.ts';

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
