import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { draftVariants, messageTypes } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { ContactDependencies } from '../domain/record-contact.ts';
import { recordContact, withdrawContact } from '../domain/record-contact.ts';

/**
 * Handles a lead's status change: a contact that the user recorded creates a feed item, and a return to `new` removes
 * it. An answer marks the messages that were sent before it.
 */
export function onLeadStatusChanged(deps: ContactDependencies & { now: () => Date }) {
  return async ({ userId, occurredAt, payload }: EventOf<'leadStatusChanged'>): Promise<void> => {
    const { leadId, source = sourceOfOldData, fromStatus, toStatus, revision, messageId } = payload.value;
    if (toStatus === 'new') {
      await withdrawContact({ userId, leadId, revision }, deps);
      return;
    }
    if (toStatus === 'responded' || fromStatus === 'responded') {
      await deps.messages.markReplied(userId, leadId, { replied: toStatus === 'responded', revision });
      return;
    }
    const messageType = messageTypes.find((type) => type === payload.value.messageType);
    const variant = draftVariants.find((one) => one === payload.value.variant) ?? null;
    // A message that Earshot sent already has an item.
    if (toStatus !== 'contacted' || messageType === undefined || messageId !== undefined) return;
    const at = occurredAt === undefined ? deps.now() : timestampDate(occurredAt);
    await recordContact({ userId, leadId, source, messageType, variant, revision, at }, deps);
  };
}
