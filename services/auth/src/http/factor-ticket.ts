import type { Clock } from '@earshot/core';
import type { RequestFacts, Vault } from '@earshot/service-kit';
import { cookieName, factorCookie } from '@earshot/proto/http/cookies';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';
import { openSealed } from './provider-visit.ts';

/** Seconds between the two steps of a sign-in. */
const patience = 600;
const purpose = 'second step';

const ticket = z.object({
  userId: z.string(),
  /** The security event of the whole sign-in. */
  event: z.enum(['sign-in', 'provider-sign-in']),
  /** A digest of the stored password hash. */
  password: z.string(),
  /** Unix time in milliseconds. */
  until: z.number(),
});

/** The first step of a sign-in, which was right. */
export type FirstStep = Pick<z.infer<typeof ticket>, 'userId' | 'event'>;

export interface TicketDependencies {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly accounts: { passwordHashOf(userId: UserId): Promise<string | null> };
}

/** The cookie that proves the first step of a sign-in. It ends when the password changes. */
export async function beginTicket(
  { userId, event }: FirstStep,
  { origin }: Pick<RequestFacts, 'origin'>,
  { vault, clock, accounts }: TicketDependencies,
): Promise<string> {
  const password = digestOf(await accounts.passwordHashOf(userId));
  const until = clock.now().getTime() + patience * 1000;
  const content: z.infer<typeof ticket> = { userId, event, password, until };
  return setCookie(vault.seal(JSON.stringify(content), purpose), patience, origin);
}

/**
 * The begun sign-in of a browser. Returns null if there is none, or it took too long. Under https the plain name of the
 * cookie does not count, because another site could have set it.
 */
export async function openTicket(
  { cookie, origin }: Pick<RequestFacts, 'cookie' | 'origin'>,
  deps: TicketDependencies,
): Promise<FirstStep | null> {
  const content = openSealed(cookie(cookieName(factorCookie, isHttps(origin))), { schema: ticket, purpose }, deps);
  if (content === null) return null;
  return content.password === digestOf(await deps.accounts.passwordHashOf(content.userId)) ? content : null;
}

/** Ends the begun sign-in in the browser. */
export function endTicket(origin: string | null): string {
  return setCookie('', 0, origin);
}

function setCookie(value: string, maxAge: number, origin: string | null): string {
  const secure = isHttps(origin) ? '; Secure' : '';
  const name = cookieName(factorCookie, isHttps(origin));
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

const isHttps = (origin: string | null) => origin?.startsWith('https:') === true;

function digestOf(passwordHash: string | null): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}
