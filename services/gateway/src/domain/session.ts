import { limits } from '@earshot/proto/limits';
import type { UserId } from '@earshot/proto/refs';
/** Milliseconds after its last use when a session expires. */
const idleMs = 7 * 24 * 3_600_000;
/** Maximum age of a session in milliseconds. */
export const absoluteMs = 30 * 24 * 3_600_000;
/** Minimum milliseconds between two updates of the last use: not every request is worth a write. */
const touchEveryMs = 5 * 60_000;

/** Milliseconds for which a confirmation of a session is valid. */
export const confirmedMs = 10 * 60_000;

/** One browser's sign-in. */
export interface Session {
  /** The digest of the cookie's secret, so that stored data cannot be used to sign in. */
  readonly sid: string;
  readonly userId: UserId;
  readonly admin: boolean;
  readonly startedAt: Date;
  readonly usedAt: Date;
  /** The truncated User-Agent at the sign-in; null if it was missing. */
  readonly userAgent: string | null;
}

/** Maximum length of a stored User-Agent. */
export const userAgentLength = 200;

/** When a session expires if it is not used after `usedAt`. */
export function expiryOf(session: Pick<Session, 'startedAt' | 'usedAt'>): Date {
  return new Date(Math.min(session.usedAt.getTime() + idleMs, session.startedAt.getTime() + absoluteMs));
}

/** Whether the last use must be updated. */
export function needsTouch(session: Session, now: Date): boolean {
  return now.getTime() - session.usedAt.getTime() >= touchEveryMs;
}

/** A user gained or lost the administrator role. */
export interface AdminChange {
  readonly userId: UserId;
  readonly admin: boolean;
  readonly at: Date;
}

/** Maximum number of sessions that `list` returns. */
export const mostListed = 100;

/** The session store. */
export interface Sessions {
  start(session: Session): Promise<void>;
  /** Returns null when the session is unknown, ended or expired. */
  find(sid: string, now: Date): Promise<Session | null>;
  touch(session: Session, now: Date): Promise<void>;
  /** Records that the user proved their presence. Signing in does not count as a confirmation. */
  confirm(sid: string, now: Date): Promise<void>;
  /** Whether the session is alive and was confirmed less than `confirmedMs` ago. Never answered from a cache. */
  isConfirmed(sid: string, now: Date): Promise<boolean>;
  /** Ends the session at once and publishes its end. Returns false if it was not alive. */
  end(session: Session, now: Date): Promise<boolean>;
  /**
   * A user's live sessions, latest use first, at most `mostListed`. Optionally only those that started before a time.
   */
  list(userId: UserId, now: Date, startedBefore?: Date): Promise<Session[]>;
  /** Updates all sessions of the user. An older change that arrives late has no effect. Resolves with the sids. */
  changeAdmin(change: AdminChange, now: Date): Promise<string[]>;
}

/** Which sessions of a user to end: all but the excepted one, or only those that started before a time. */
export interface Ending {
  readonly userId: UserId;
  readonly except?: string | undefined;
  readonly startedBefore?: Date | undefined;
}

/** Ends sessions of a user, with one event each. */
export async function endSessions(
  { userId, except, startedBefore }: Ending,
  { sessions, now }: { readonly sessions: Pick<Sessions, 'list' | 'end'>; readonly now: Date },
): Promise<void> {
  for (;;) {
    const open = (await sessions.list(userId, now, startedBefore)).filter(({ sid }) => sid !== except);
    if (open.length === 0) return;
    for (const session of open) await sessions.end(session, now);
  }
}

/** Ends the sessions of a user beyond `limits.sessions.most`, those first that were used longest ago; never the new one. */
export async function endSurplus(
  { userId, sid }: Pick<Session, 'userId' | 'sid'>,
  { sessions, now }: { readonly sessions: Pick<Sessions, 'list' | 'end'>; readonly now: Date },
): Promise<void> {
  const others = (await sessions.list(userId, now)).filter((session) => session.sid !== sid);
  for (const session of others.slice(limits.sessions.most - 1)) await sessions.end(session, now);
}
