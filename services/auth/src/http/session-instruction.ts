import type { InternalTokens } from '@earshot/platform';
import type { User } from '../domain/user.ts';

/**
 * Tells the gateway, which alone owns sessions, to start one; it checks, obeys and strips both headers. `alone`: all
 * that the user had end before.
 */
export function startSession(
  { id, isAdmin }: User,
  { tokens, alone = false }: { tokens: InternalTokens; alone?: boolean },
): Record<string, string> {
  return {
    'x-earshot-session': tokens.sign('gateway', { userId: id, admin: isAdmin }),
    'x-earshot-session-action': alone ? 'start-alone' : 'start',
  };
}
