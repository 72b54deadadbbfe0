import type { RedditAccount } from '@earshot/proto/http/outreach';
import type { Lead } from '@earshot/proto/http/lead';
import type { DraftVariant, MessageType } from '@earshot/proto/values';
import { ApiError } from '../../lib/api-error.ts';
import { keptTexts } from '../../lib/kept-texts.ts';

/** A text to be sent, with its recipient and account. */
export interface Sending {
  readonly lead: Pick<Lead, 'id' | 'author' | 'url'>;
  readonly messageType: MessageType;
  readonly account: Pick<RedditAccount, 'id' | 'username'>;
  readonly text: string;
  /** The subject of a direct message; comments have none. */
  readonly subject: string;
  /** The approach of the draft; null for a text that the user wrote alone. */
  readonly variant: DraftVariant | null;
}

const placeOf = ({ lead, messageType }: Sending) => `try:${lead.id}:${messageType}`;
const contentOf = ({ account, text, subject }: Sending) => JSON.stringify([account.id, text, subject]);

/**
 * Returns the idempotency key of a send attempt. While the outcome is unknown, sending the same text uses the same key, also after
 * a reload. The server then returns the earlier result and sends nothing again.
 * See docs/decisions/0064-one-key-per-message-text.md.
 */
export function keyOfTry(sending: Sending, newKey: () => string): string {
  const [key, content] = (keptTexts.read(placeOf(sending)) ?? '').split('\n', 2);
  if (key && content === contentOf(sending)) return key;
  const fresh = newKey();
  keptTexts.keep(placeOf(sending), `${fresh}\n${contentOf(sending)}`);
  return fresh;
}

/** The outcome is known: sending the same text again uses a new key. */
export function endTry(sending: Sending): void {
  keptTexts.keep(placeOf(sending), null);
}

/** Whether a failed call may still have sent the message: there was no answer, or a server error. */
export const mayHaveArrived = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;
