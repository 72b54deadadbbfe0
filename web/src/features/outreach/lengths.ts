import type { MessageType } from '@earshot/proto/values';

/** The site's limits in characters. The contract of the send calls has the same limits. */
export const longest: Readonly<Record<MessageType, number>> = { dm: 10_000, comment: 10_000 };

/** The number of characters by which a text is too long; 0 if it fits. Surrounding blanks are not sent and do not count. */
export function excessOf(text: string, messageType: MessageType): number {
  return Math.max(0, text.trim().length - longest[messageType]);
}
