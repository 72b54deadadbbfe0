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
}

/** When a session ends if it is not used after `usedAt`. */
export function expiryOf(session: Pick<Session, 'startedAt' | 'usedAt'>): Date {
  return new Date(Math.min(session.usedAt.getTime() + idleMs, session.startedAt.getTime() + absoluteMs));
}

/** Whether the last note of use is old enough for another. */
export function needsTouch(session: Session, now: Date): boolean {
  return now.getTime() - session.usedAt.getTime() >= touchEveryMs;
}

/** Where sessions are kept. */
export interface Sessions {
  start(session: Session): Promise<void>;
  /** null when unknown, ended or run out. */
  find(sid: string, now: Date): Promise<Session | null>;
  touch(session: Session, now: Date): Promise<void>;
  /** Dead at once; sockets of it are told. False when it was not alive. */
  end(session: Session, now: Date): Promise<boolean>;
}
