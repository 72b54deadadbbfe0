import type { Platform } from '@earshot/service-kit';
import type { IncomingHttpHeaders } from 'node:http';
import type { Session, Sessions } from '../domain/session.ts';
import { endSessions, userAgentLength } from '../domain/session.ts';
import { digestOf, newSecret } from '../domain/visitor.ts';
import type { SessionCookies } from './session-cookies.ts';

/** auth's signed instruction to the gateway, carried out here; none of its kind is ever shown to the browser. */
const sessionHeader = 'x-earshot-session';
const actionHeader = 'x-earshot-session-action';

/** Whether a header of an answer is meant for the gateway alone. */
export const isInstruction = (name: string): boolean => name.startsWith('x-earshot-');

/** What auth asks for, and the token that says for whom. */
export interface Instruction {
  readonly token: string;
  readonly action: string;
}

/** null where an answer asks for nothing. */
export function instructionOf(headers: IncomingHttpHeaders): Instruction | null {
  const [token, action] = [headers[sessionHeader], headers[actionHeader]];
  return typeof token === 'string' && typeof action === 'string' ? { token, action } : null;
}

/** Who asked what auth answered. */
export interface Asker {
  readonly session: Session | null;
  readonly userAgent: string | null;
}

export interface SessionInstructions {
  /** Resolves with the Set-Cookie values for the browser; throws on what auth did not sign. */
  carryOut(instruction: Instruction, asker: Asker): Promise<string[]>;
}

interface Options {
  readonly platform: Pick<Platform, 'tokens' | 'clock'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/**
 * `start`: a session with a new secret; what the browser had ends. `start-alone`: the same, and all other sessions of
 * the user end before. `end-others`: all of the user but the asker's own.
 * `end-all`: all of the user.
 */
export function sessionInstructions({ platform, sessions, cookies }: Options): SessionInstructions {
  return {
    carryOut: async ({ token, action }, { session, userAgent }) => {
      const verified = platform.tokens.verify(token);
      if (verified?.issuer !== 'auth') throw new Error('a session instruction that auth did not sign');
      const { userId, admin } = verified;
      const now = platform.clock.now();
      const own = session?.userId === userId ? session : null;
      switch (action) {
        case 'start':
        case 'start-alone': {
          if (action === 'start-alone') await endSessions({ userId }, { sessions, now });
          const secret = newSecret();
          const called = userAgent?.slice(0, userAgentLength) ?? null;
          await sessions.start({
            sid: digestOf(secret),
            userId,
            admin,
            startedAt: now,
            usedAt: now,
            userAgent: called,
          });
          if (session !== null) await sessions.end(session, now);
          return cookies.start(secret);
        }
        case 'end-others':
          await endSessions({ userId, except: own?.sid }, { sessions, now });
          return [];
        case 'end-all':
          await endSessions({ userId }, { sessions, now });
          return own === null ? [] : cookies.end();
        default:
          throw new Error(`a session instruction that is not known: ${action}`);
      }
    },
  };
}
