import type { EventOf } from '@earshot/event-bus';
import { draftVariants, messageTypes } from '@earshot/proto/values';
import { noteSentMessage, type StatusDependencies } from '../domain/change-lead-status.ts';

/** Sets the lead to contacted when a message about it was sent. */
export function onMessageSent(deps: StatusDependencies & { saved: () => void }) {
  return async ({ userId, payload: { value } }: EventOf<'messageSent'>): Promise<void> => {
    const { leadId, messageId } = value;
    const messageType = messageTypes.find((type) => type === value.messageType);
    if (messageType === undefined) throw new Error(`message.sent of ${messageId} has no known type`);
    if (leadId === '') return;
    const variant = draftVariants.find((one) => one === value.variant) ?? null;
    await noteSentMessage({ userId, leadId, messageId, messageType, variant }, deps);
    deps.saved();
  };
}
