import type { Clock } from '@earshot/core';
import { hash, randomBytes } from 'node:crypto';
import { needsTouch, type Session, type Sessions } from './session.ts';

/** 256 random bits for the cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored id of a session: SHA-256 of the cookie's secret. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Finds the session for a cookie's secret and records its use. */
export async function recognise(
  secret: string | undefined,
  { sessions, clock }: { sessions: Sessions; clock: Clock },
): Promise<Session | null> {
  if (secret === undefined || secret.length > 100) return null;
  const now = clock.now();
  const session = await sessions.find(digestOf(secret), now);
  if (session !== null && needsTouch(session, now)) await sessions.touch(session, now);
  return session;
}
