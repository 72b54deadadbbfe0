/** Milliseconds a session lives without being used. */
const idleMs = 7 * 24 * 3_600_000;
/** Milliseconds a session lives at most. */
export const absoluteMs = 30 * 24 * 3_600_000;
/** Milliseconds between two notes of use: not every request is worth a write. */
const touchEveryMs = 5 * 60_000;

/** One browser's sign-in. */
export interface Session {
  /** A digest of the cookie's secret: what is stored cannot be used to sign in. */
  readonly sid: string;
  readonly userId: string;
  readonly admin: boolean;
  readonly startedAt: Date;
  readonly usedAt: Date;
  /** What the browser called itself at the sign-in, cut; null where it did not say. */
  readonly userAgent: string | null;
}

/** Characters kept of what a browser calls itself. */
export const userAgentLength = 200;

/** When a session ends if it is not used after `usedAt`. */
export function expiryOf(session: Pick<Session, 'startedAt' | 'usedAt'>): Date {
  return new Date(Math.min(session.usedAt.getTime() + idleMs, session.startedAt.getTime() + absoluteMs));
}

/** Whether the last note of use is old enough for another. */
export function needsTouch(session: Session, now: Date): boolean {
  return now.getTime() - session.usedAt.getTime() >= touchEveryMs;
}

/** A user became administrator or is none any longer. */
export interface AdminChange {
  readonly userId: string;
  readonly admin: boolean;
  readonly at: Date;
}

/** Sessions that one question lists at most. */
export const mostListed = 100;

/** Where sessions are kept. */
export interface Sessions {
  start(session: Session): Promise<void>;
  /** null when unknown, ended or run out. */
  find(sid: string, now: Date): Promise<Session | null>;
  touch(session: Session, now: Date): Promise<void>;
  /** Dead at once; sockets of it are told. False when it was not alive. */
  end(session: Session, now: Date): Promise<boolean>;
  /** Those alive of a user, latest use first, `mostListed` at most; of those that started before a time if one is told. */
  list(userId: string, now: Date, startedBefore?: Date): Promise<Session[]>;
  /** For all sessions of the user; an older change that comes late changes nothing. Resolves with their sids. */
  changeAdmin(change: AdminChange, now: Date): Promise<string[]>;
}

/** Which sessions of a user end: all but the excepted one, or of those that started before a time. */
export interface Ending {
  readonly userId: string;
  readonly except?: string | undefined;
  readonly startedBefore?: Date | undefined;
}

/** Ends sessions of a user, each with its event. */
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
