import type { SentMessage } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';

/** A send call ends within this time. The user must settle a message that is still pending after it. */
const underWayMs = 75_000;

/** Messages to the author of a lead through linked accounts, newest first. */
export function sentTo(messages: readonly SentMessage[], leadId: string, messageType: MessageType): SentMessage[] {
  return messages.filter(
    (one) => one.leadId === leadId && one.messageType === messageType && one.redditAccountId !== null,
  );
}

/** Whether the outcome of a message is unknown, so that the user has to settle it. */
export function isUnconfirmed({ status, errorMessage, createdAt }: SentMessage, nowMs: number): boolean {
  return status === 'pending' && (errorMessage !== null || nowMs - Date.parse(createdAt) > underWayMs);
}

/** Why a text cannot be sent now; null if it can. */
export type Obstacle = 'empty' | 'too-long' | 'open' | 'same-text';

interface OutgoingMessage {
  readonly text: string;
  readonly excess: number;
  /** Earlier messages of the same type to the same person. */
  readonly earlier: readonly SentMessage[];
}

/** Prevents duplicates: neither the same text again, nor another text while the outcome of the last one is open. */
export function obstacleOf({ text, excess, earlier }: OutgoingMessage): Obstacle | null {
  const words = text.trim();
  if (words === '') return 'empty';
  if (excess > 0) return 'too-long';
  if (earlier.some(({ status }) => status === 'pending')) return 'open';
  return earlier.some(({ status, content }) => status === 'sent' && content === words) ? 'same-text' : null;
}
