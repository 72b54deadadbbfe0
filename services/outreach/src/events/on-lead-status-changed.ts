import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { draftVariants, messageTypes } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import type { NotificationContent } from '../domain/notification.ts';
import { type ContactDependencies, recordContact, withdrawContact } from '../domain/record-contact.ts';

/**
 * Handles a lead's status change: a contact that the user recorded creates a feed item, and a return to `new` removes
 * it. An answer marks the messages that were sent before it.
 */
export function onLeadStatusChanged(
  deps: ContactDependencies & { now: () => Date; notifyUser: (content: NotificationContent) => Promise<void> },
) {
  return async ({ userId, occurredAt, payload }: EventOf<'leadStatusChanged'>): Promise<void> => {
    const { leadId, source, fromStatus, toStatus, revision, messageId, byScore } = payload.value;
    const at = occurredAt === undefined ? deps.now() : timestampDate(occurredAt);
    if (byScore && toStatus === 'skipped') return deps.notifyUser(withdrawnNotification(userId, at));
    if (toStatus === 'new') {
      await withdrawContact({ userId, leadId, revision }, deps);
      return;
    }
    if (toStatus === 'responded' || fromStatus === 'responded') {
      await deps.messages.markReplied(userId, leadId, { repliedAt: toStatus === 'responded' ? at : null, revision });
      return;
    }
    const messageType = messageTypes.find((type) => type === payload.value.messageType);
    const variant = draftVariants.find((one) => one === payload.value.variant) ?? null;
    // A message that Earshot sent already has an item.
    if (toStatus !== 'contacted' || messageType === undefined || messageId !== undefined) return;
    await recordContact({ userId, leadId, source, messageType, variant, revision, at }, deps);
  };
}

/** One notification a day, because a change of the business withdraws many leads. */
function withdrawnNotification(userId: UserId, at: Date): NotificationContent {
  return {
    userId,
    kind: 'leads-withdrawn',
    title: 'Leads withdrawn',
    text: 'Your business changed, and some leads no longer fit it. Look at the reasons, and keep those that you want.',
    link: '/dashboard/leads?status=skipped',
    source: `leads-withdrawn:${at.toISOString().slice(0, 10)}`,
  };
}
