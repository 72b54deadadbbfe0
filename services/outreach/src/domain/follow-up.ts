import type { ActivityRepository } from './activity.ts';
import type { GeneratedMessageRepository } from './generated-message.ts';
import type { SentMessage, SentMessageRepository } from './sent-message.ts';

export interface FollowUpDependencies {
  readonly messages: SentMessageRepository;
  readonly activity: ActivityRepository;
  readonly drafts: GeneratedMessageRepository;
  readonly newId: () => string;
}

/**
 * Updates the feed item of a message, and marks a draft that was sent unchanged. Safe to repeat at any time: the sweep
 * does so after a crash (docs/decisions/0056-the-feed-follows-by-a-mark.md).
 */
export async function followUp(message: SentMessage, { messages, activity, drafts, newId }: FollowUpDependencies) {
  const { userId, leadId, messageType, content, status, sentAt } = message;
  await activity.mirror({
    id: newId(),
    userId,
    leadId,
    activityType: messageType,
    recipient: message.recipientUsername,
    content,
    leadSource: message.leadSource,
    redditPostUrl: message.leadUrl,
    redditPostTitle: message.leadTitle,
    status,
    createdAt: message.createdAt,
    messageId: message.id,
  });
  if (status === 'sent' && sentAt !== null) {
    await drafts.markSent({ userId, leadId, messageType, message: content }, sentAt);
  }
  // The message was deleted with its user's account in the meantime, so its feed item must go too.
  if (!(await messages.markFollowedUp(message.id, status))) await activity.drop(message.id);
}
