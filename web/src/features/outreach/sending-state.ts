import type { SentMessage } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';

/** A sending ends within this time; whatever is still open then needs its user's word. */
const underWayMs = 75_000;

/** What was sent to the author of a lead through linked accounts, newest first. */
export function sentTo(messages: readonly SentMessage[], leadId: string, messageType: MessageType): SentMessage[] {
  return messages.filter(
    (one) => one.leadId === leadId && one.messageType === messageType && one.redditAccountId !== null,
  );
}

/** Whether nobody knows what became of a message, so that its user is asked. */
export function isUnconfirmed({ status, errorMessage, createdAt }: SentMessage, nowMs: number): boolean {
  return status === 'pending' && (errorMessage !== null || nowMs - Date.parse(createdAt) > underWayMs);
}

/** Why a text may not be sent to somebody now; null: it may. */
export type Obstacle = 'empty' | 'too-long' | 'open' | 'same-text';

interface Wish {
  readonly text: string;
  readonly excess: number;
  /** What went before to the same person in the same way. */
  readonly earlier: readonly SentMessage[];
}

/** Nothing goes out twice: neither the same words, nor others while it is open whether the last ones arrived. */
export function obstacleOf({ text, excess, earlier }: Wish): Obstacle | null {
  const words = text.trim();
  if (words === '') return 'empty';
  if (excess > 0) return 'too-long';
  if (earlier.some(({ status }) => status === 'pending')) return 'open';
  return earlier.some(({ status, content }) => status === 'sent' && content === words) ? 'same-text' : null;
}
