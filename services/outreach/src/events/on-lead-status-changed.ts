import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { messageTypes } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { ContactDependencies } from '../domain/record-contact.ts';
import { recordContact, withdrawContact } from '../domain/record-contact.ts';

/**
 * Handles a lead's status change: a contact that the user recorded creates a feed item, and a return to `new` removes
 * it.
 */
export function onLeadStatusChanged(deps: ContactDependencies & { now: () => Date }) {
  return async ({ userId, occurredAt, payload }: EventOf<'leadStatusChanged'>): Promise<void> => {
    const { leadId, source = sourceOfOldData, toStatus, revision, messageType: reported, messageId } = payload.value;
    if (toStatus === 'new') {
      await withdrawContact({ userId, leadId, revision }, deps);
      return;
    }
    const messageType = messageTypes.find((type) => type === reported);
    // A message that Earshot sent already has an item.
    if (toStatus !== 'contacted' || messageType === undefined || messageId !== undefined) return;
    const at = occurredAt === undefined ? deps.now() : timestampDate(occurredAt);
    await recordContact({ userId, leadId, source, messageType, revision, at }, deps);
  };
}
