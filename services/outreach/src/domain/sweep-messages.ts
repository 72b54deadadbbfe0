import { followUp } from './follow-up.ts';
import { resolve, type SettleDependencies } from './settle-message.ts';

/** Messages per sweep; the rest waits for the next one. */
const together = 100;

/**
 * Recovers messages after a crash or a missing reply: finds their outcome, and updates the feed and the drafts. A
 * failure for one message does not affect the others. Any replica may run it at any time.
 */
export async function sweepMessages(
  deps: SettleDependencies,
  failed: (messageId: string, error: unknown) => void,
): Promise<void> {
  for (const message of await deps.messages.due(deps.now(), together)) {
    await resolve(message, message.code, deps).catch((error: unknown) => failed(message.id, error));
  }
  for (const message of await deps.messages.awaitingFollowUp(together)) {
    await followUp(message, deps).catch((error: unknown) => failed(message.id, error));
  }
}
