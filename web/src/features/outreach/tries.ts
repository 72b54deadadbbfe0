import type { RedditAccount } from '@earshot/proto/http/outreach';
import type { Lead } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { ApiError } from '../../lib/api-error.ts';
import { keptTexts } from '../../lib/kept-texts.ts';

/** A text that its user wants to be sent. */
export interface Sending {
  readonly lead: Pick<Lead, 'id' | 'author' | 'url'>;
  readonly messageType: MessageType;
  readonly account: Pick<RedditAccount, 'id' | 'username'>;
  readonly text: string;
}

const placeOf = ({ lead, messageType }: Sending) => `try:${lead.id}:${messageType}`;
const contentOf = ({ account, text }: Sending) => JSON.stringify([account.id, text]);

/**
 * The Idempotency-Key of a try. As long as nobody knows what became of a text, sending it once more is the same try
 * under the same key, also after a reload: the server then answers with what happened, and sends nothing again.
 */
export function keyOfTry(sending: Sending, newKey: () => string): string {
  const [key, content] = (keptTexts.read(placeOf(sending)) ?? '').split('\n', 2);
  if (key && content === contentOf(sending)) return key;
  const fresh = newKey();
  keptTexts.keep(placeOf(sending), `${fresh}\n${contentOf(sending)}`);
  return fresh;
}

/** It is known what became of the text: sending it once more would be another try. */
export function endTry(sending: Sending): void {
  keptTexts.keep(placeOf(sending), null);
}

/** Whether a call may have done its work although it failed: nothing answered, or nobody who knows. */
export const mayHaveArrived = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;
