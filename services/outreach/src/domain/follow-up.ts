import type { ActivityRepository } from './activity.ts';
import type { GeneratedMessageRepository } from './generated-message.ts';
import { retireDrafts, type SavedDraftRepository } from './saved-draft.ts';
import type { SentMessage, SentMessageRepository } from './sent-message.ts';

export interface FollowUpDependencies {
  readonly messages: SentMessageRepository;
  readonly activity: ActivityRepository;
  readonly drafts: GeneratedMessageRepository;
  readonly savedDrafts: SavedDraftRepository;
  readonly newId: () => string;
}

/**
 * Updates the feed item of a message, ends the drafts of a sent message. Safe to repeat at any time: the sweep
 * does so after a crash (docs/decisions/0056-the-feed-follows-by-a-mark.md).
 */
export async function followUp(message: SentMessage, deps: FollowUpDependencies) {
  const { messages, activity, newId } = deps;
  const { userId, leadId, messageType, content, status, sentAt } = message;
  await activity.mirror({
    id: newId(),
    userId,
    leadId,
    activityType: messageType,
    recipient: message.recipientUsername,
    content,
    leadSource: message.leadSource,
    postUrl: message.leadUrl,
    postTitle: message.leadTitle,
    status,
    origin: 'account',
    createdAt: message.createdAt,
    messageId: message.id,
  });
  if (status === 'sent' && sentAt !== null) {
    await retireDrafts({ userId, leadId, messageType, text: content, sentAt }, deps);
  }
  // The message was deleted with its user's account in the meantime, so its feed item must go too.
  if (!(await messages.markFollowedUp(message.id, status))) await activity.drop(message.id);
}
