import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import { create, MessageFailedSchema, MessageSentSchema } from '@earshot/proto/events';
import type { MessageEvents, SentMessage } from '../domain/sent-message.ts';

/** Creates the events of the outreach service. They never contain a message's text. */
export function messageEvents(event: (facts: EventFacts) => OutgoingEvent): MessageEvents {
  const factsOf = ({ id: messageId, leadId, messageType }: SentMessage) => ({ messageId, leadId, messageType });
  const sentFacts = (message: SentMessage) => ({
    ...factsOf(message),
    ...(message.variant !== null && { variant: message.variant }),
  });
  return {
    messageSent: (message) => {
      const value = create(MessageSentSchema, sentFacts(message));
      return event({ userId: message.userId, payload: { case: 'messageSent', value } });
    },
    messageFailed: (message) => {
      const value = create(MessageFailedSchema, factsOf(message));
      return event({ userId: message.userId, payload: { case: 'messageFailed', value } });
    },
  };
}
