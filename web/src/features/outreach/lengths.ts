import type { MessageType } from '@earshot/proto/values';

/** What the community site takes at most, in characters (the contract of sending holds them too). */
export const longest: Readonly<Record<MessageType, number>> = { dm: 10_000, comment: 10_000 };

/** By how many characters a text is too long for the site; 0: it fits. Blanks around it do not count: they are not sent. */
export function excessOf(text: string, messageType: MessageType): number {
  return Math.max(0, text.trim().length - longest[messageType]);
}
