import type { Meters } from '@earshot/core';
import type { GeneratedMessageRepository } from '../domain/generated-message.ts';
import type { SentMessageRepository } from '../domain/sent-message.ts';

/** Counts messages once their outcome is known. */
export function countedMessages<T extends SentMessageRepository>(messages: T, meters: Meters): T {
  const sent = meters.counter('messagesSent');
  return {
    ...messages,
    settle: async (id, settlement, event) => {
      const settled = await messages.settle(id, settlement, event);
      if (settled !== null) sent.add({ outcome: settlement.status, kind: settled.messageType });
      return settled;
    },
  };
}

/** Counts drafts by their author: model or built-in drafter. */
export function countedDrafts<T extends GeneratedMessageRepository>(drafts: T, meters: Meters): T {
  const written = meters.counter('drafts');
  return {
    ...drafts,
    insert: async (message) => {
      const inserted = await drafts.insert(message);
      if (inserted) written.add({ author: message.origin, kind: message.messageType });
      return inserted;
    },
  };
}
