import type { EventOf } from '@earshot/event-bus';
import { authorLabel } from '@earshot/sources';
import type { NotificationContent } from '../domain/notification.ts';
import type { SentMessageRepository } from '../domain/sent-message.ts';

/** Notifies the user of a message that did not arrive, unless the user reported this. */
export function onMessageFailed(deps: {
  messages: Pick<SentMessageRepository, 'find'>;
  notifyUser: (content: NotificationContent) => Promise<void>;
}) {
  return async ({ userId, payload }: EventOf<'messageFailed'>): Promise<void> => {
    const message = await deps.messages.find(userId, payload.value.messageId);
    if (message === null || message.status !== 'failed' || message.settledBy === 'user') return;
    const { id, messageType, leadSource, recipientUsername } = message;
    const to = authorLabel(leadSource, recipientUsername);
    await deps.notifyUser({
      userId,
      leadSource,
      source: `message:${id}`,
      kind: 'send-failed',
      title: messageType === 'dm' ? `Direct message to ${to} was not sent` : `Comment to ${to} was not posted`,
      text: message.errorMessage ?? 'It did not arrive.',
      link: '/dashboard/messages',
    });
  };
}
