import type { SecurityEventName, SecurityOutcome, SecurityReason } from '@earshot/proto/security-events';
import { AppError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';

/** What a service knows of a security event. */
export interface SecurityRecord<E extends SecurityEventName = SecurityEventName> {
  readonly event: E;
  readonly outcome: SecurityOutcome;
  readonly reason?: SecurityReason<E> | undefined;
  /** The account, if known. The log shows only its keyed hash. */
  readonly userId?: UserId | undefined;
  /** The client's network as rate limits see it, if known. */
  readonly network?: string | undefined;
}

/** Records security events. See docs/decisions/0083-security-events-in-the-log-and-in-auth.md. */
export interface SecurityLog {
  /**
   * Writes one line at every log level before it returns, and stores the event in the background. Equal events within a
   * minute are stored together. Never throws.
   */
  record<E extends SecurityEventName>(record: SecurityRecord<E>): void;
}

/** Events of attempts that `recordAttempt` can describe. */
export type AttemptEvent = {
  [E in SecurityEventName]: 'rate-limited' extends SecurityReason<E> ? E : never;
}[SecurityEventName];

interface Attempt<T> {
  readonly event: AttemptEvent;
  readonly network: string;
  /** The account, if it is known before the attempt. */
  readonly userId?: UserId | undefined;
  /** The account of a successful attempt, if it is known only then. */
  readonly userOf?: (result: T) => string;
}

/** The outcome and the reason of errors that are security events. Others, such as invalid input, are not recorded. */
const failures = {
  'auth.invalid-credentials': ['failure', 'wrong-secret'],
  'auth.wrong-password': ['failure', 'wrong-secret'],
  'auth.wrong-code': ['failure', 'wrong-secret'],
  'auth.passkey-invalid': ['failure', 'wrong-secret'],
  'auth.disabled': ['refused', 'disabled'],
  'gate.wrong-password': ['failure', 'wrong-secret'],
  'auth.link-invalid': ['failure', 'invalid-link'],
  'rate.limited': ['refused', 'rate-limited'],
} as const;

/**
 * Runs an attempt and records its success, a wrong secret or link, or the limit that refused it. An error that carries
 * `userId` in its details names the account.
 */
export async function recordAttempt<T>(security: SecurityLog, attempt: Attempt<T>, run: () => Promise<T>): Promise<T> {
  const { event, network, userId, userOf } = attempt;
  try {
    const result = await run();
    security.record({ event, outcome: 'success', userId: userId ?? userOf?.(result), network });
    return result;
  } catch (error) {
    if (error instanceof AppError && isFailure(error.code)) {
      const [outcome, reason] = failures[error.code];
      const named = error.details['userId'];
      security.record({
        event,
        outcome,
        reason,
        userId: userId ?? (typeof named === 'string' ? named : undefined),
        network,
      });
    }
    throw error;
  }
}

function isFailure(code: string): code is keyof typeof failures {
  return Object.hasOwn(failures, code);
}
