import { followUp } from './follow-up.ts';
import type { SettleDependencies } from './settle-message.ts';
import { resolve } from './settle-message.ts';

/** Looked after at once; the rest is for the next sweep. */
const together = 100;

/**
 * Looks after messages that a crash or a silent site left behind: finds out what became of them, and tells the feed
 * and the drafts. One that fails does not keep the others. Any replica may do it, at any time.
 */
export async function sweepMessages(
  deps: SettleDependencies,
  failed: (messageId: string, error: unknown) => void,
): Promise<void> {
  for (const message of await deps.messages.due(deps.now(), together)) {
    await resolve(message, message.code, deps).catch((error: unknown) => failed(message.id, error));
  }
  for (const message of await deps.messages.untold(together)) {
    await followUp(message, deps).catch((error: unknown) => failed(message.id, error));
  }
}
