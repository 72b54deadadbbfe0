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
 * The feed's item follows its message, and a draft that was sent as it was is marked. May be done again at any time,
 * and is by the sweep when a crash came between.
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
  // Deleted with its user's account while we wrote of it: nothing of it may stay.
  if (!(await messages.told(message.id, status))) await activity.drop(message.id);
}
