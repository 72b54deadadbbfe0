import { type Platform, sessionTarget } from '@earshot/service-kit';
import type { IncomingHttpHeaders } from 'node:http';
import { endSessions, endSurplus, type Session, type Sessions, userAgentLength } from '../domain/session.ts';
import { digestOf, newSecret } from '../domain/visitor.ts';
import type { SessionCookies } from './session-cookies.ts';

/** Headers of auth's signed instruction to the gateway. They are never sent to the browser. */
const sessionHeader = 'x-earshot-session';
const actionHeader = 'x-earshot-session-action';

/** Whether a response header is for the gateway only. */
export const isInstruction = (name: string): boolean => name.startsWith('x-earshot-');

/** The requested action, and the token that names the user. */
export interface Instruction {
  readonly token: string;
  readonly action: string;
}

/** Returns null if the answer has no instruction. */
export function instructionOf(headers: IncomingHttpHeaders): Instruction | null {
  const [token, action] = [headers[sessionHeader], headers[actionHeader]];
  return typeof token === 'string' && typeof action === 'string' ? { token, action } : null;
}

/** The caller whose request auth answered. */
export interface Caller {
  readonly session: Session | null;
  readonly userAgent: string | null;
}

export interface SessionInstructions {
  /** Resolves with the Set-Cookie values for the browser. Throws if auth did not sign the instruction. */
  carryOut(instruction: Instruction, caller: Caller): Promise<string[]>;
}

interface Options {
  readonly platform: Pick<Platform, 'tokens' | 'clock'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/**
 * Actions:
 * - `start`: starts a session with a new secret, and ends the browser's previous session and those beyond the most;
 * - `start-alone`: the same, after ending all other sessions of the user;
 * - `confirm`: confirms the caller's session, if it is the user's;
 * - `end-others`: ends all sessions of the user except the caller's;
 * - `end-all`: ends all sessions of the user.
 */
export function sessionInstructions({ platform, sessions, cookies }: Options): SessionInstructions {
  return {
    carryOut: async ({ token, action }, { session, userAgent }) => {
      const verified = platform.tokens.verify(token, sessionTarget(action).contract);
      if (verified?.issuer !== 'auth') throw new Error('auth did not sign this session instruction');
      const { userId, admin } = verified;
      const now = platform.clock.now();
      const own = session?.userId === userId ? session : null;
      switch (action) {
        case 'start':
        case 'start-alone': {
          if (action === 'start-alone') await endSessions({ userId }, { sessions, now });
          const secret = newSecret();
          const called = userAgent?.slice(0, userAgentLength) ?? null;
          const sid = digestOf(secret);
          await sessions.start({ sid, userId, admin, startedAt: now, usedAt: now, userAgent: called });
          if (session !== null) await sessions.end(session, now);
          await endSurplus({ userId, sid }, { sessions, now });
          return cookies.start(secret);
        }
        case 'confirm':
          if (own !== null) await sessions.confirm(own.sid, now);
          return [];
        case 'end-others':
          await endSessions({ userId, except: own?.sid }, { sessions, now });
          return [];
        case 'end-all':
          await endSessions({ userId }, { sessions, now });
          return own === null ? [] : cookies.end();
        default:
          throw new Error(`unknown session instruction: ${action}`);
      }
    },
  };
}
