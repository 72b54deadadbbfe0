import type { InternalTokens } from '@earshot/service-kit';
import type { User } from '../domain/user.ts';

type Whose = Pick<User, 'id' | 'isAdmin'>;

/** Asks for a new session of this browser. `alone`: all that the user had end before. */
export function startSession(
  user: Whose,
  { tokens, alone = false }: { tokens: InternalTokens; alone?: boolean },
): Record<string, string> {
  return sessionInstruction(alone ? 'start-alone' : 'start', user, tokens);
}

/**
 * Tells the gateway, which alone owns sessions, what to do with the user's: it checks, obeys and strips both headers.
 * `end-others`: all but this browser's.
 */
export function sessionInstruction(
  action: 'start' | 'start-alone' | 'end-others' | 'end-all',
  { id, isAdmin }: Whose,
  tokens: InternalTokens,
): Record<string, string> {
  return {
    'x-earshot-session': tokens.sign('gateway', { userId: id, admin: isAdmin }),
    'x-earshot-session-action': action,
  };
}
