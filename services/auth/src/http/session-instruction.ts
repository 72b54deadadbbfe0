import { type InternalTokens, sessionTarget } from '@earshot/service-kit';
import type { User } from '../domain/user.ts';

type SessionUser = Pick<User, 'id' | 'isAdmin'>;

/** Requests a new session for this browser. With `alone`, all existing sessions of the user end first. */
export function startSession(
  user: SessionUser,
  { tokens, alone = false }: { tokens: InternalTokens; alone?: boolean },
): Record<string, string> {
  return sessionInstruction(alone ? 'start-alone' : 'start', user, tokens);
}

/**
 * Instructs the gateway, which owns sessions, to change the user's sessions. The gateway verifies the token, carries
 * out the action and removes both headers. `confirm` and `end-others` concern this browser's session.
 */
export function sessionInstruction(
  action: 'start' | 'start-alone' | 'confirm' | 'end-others' | 'end-all',
  { id, isAdmin }: SessionUser,
  tokens: InternalTokens,
): Record<string, string> {
  return {
    'x-earshot-session': tokens.sign(sessionTarget(action), { userId: id, admin: isAdmin }),
    'x-earshot-session-action': action,
  };
}
