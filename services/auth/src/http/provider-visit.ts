import type { Clock } from '@earshot/core';
import type { RequestFacts, Vault } from '@earshot/service-kit';
import { cookieName, loginCookie } from '@earshot/proto/http/cookies';
import { z } from 'zod';
import type { IdentityProvider } from '../domain/identity.ts';
import { localPath } from '../domain/local-path.ts';

const sealPurpose = 'oidc login';
/** Seconds a user has at the provider, and then on the page for the password. */
export const patience = 600;

const visit = z.object({
  /** Signing in; or, for a signed-in user: confirming the session, or linking the provider. */
  purpose: z.enum(['sign-in', 'confirm', 'link']).default('sign-in'),
  /** The signed-in user. */
  userId: z.string().optional(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  /** Unix time in milliseconds. */
  until: z.number(),
});
export type Visit = z.infer<typeof visit>;

interface Dependencies {
  readonly vault: Vault;
  readonly clock: Clock;
}

/**
 * Begins a visit at the provider and seals its state in a cookie of the browser. A confirmation asks the provider for a
 * fresh sign-in. Returns the problem if the provider is unavailable or misconfigured.
 */
export async function beginVisit(
  given: Pick<Visit, 'purpose' | 'userId'> & { returnPath: string | undefined; origin: string },
  { provider, vault, clock }: Dependencies & { provider: IdentityProvider },
): Promise<{ url: string; cookie: string } | { problem: 'away' | 'misconfigured' }> {
  const { purpose, userId, returnPath, origin } = given;
  const begun = await provider.begin(origin, { fresh: purpose === 'confirm' });
  if ('problem' in begun) return begun;
  const until = clock.now().getTime() + patience * 1000;
  const visit: Visit = { ...begun.secrets, purpose, userId, returnTo: localPath(returnPath), until };
  return { url: begun.url, cookie: loginSetCookie(vault.seal(JSON.stringify(visit), sealPurpose), patience, origin) };
}

/** Opens the sealed visit. Returns null if it is missing, too old or from another installation. */
export function openVisit(sealed: string | undefined, deps: Dependencies): Visit | null {
  return openSealed(sealed, { schema: visit, purpose: sealPurpose }, deps);
}

/** Opens what the cookie keeps for this purpose. Returns null if it is missing, too old or from another installation. */
export function openSealed<T extends { until: number }>(
  sealed: string | undefined,
  { schema, purpose }: { schema: z.ZodType<T>; purpose: string },
  { vault, clock }: Dependencies,
): T | null {
  const text = sealed === undefined ? null : vault.open(sealed, purpose);
  if (text === null) return null;
  const visit = schema.parse(JSON.parse(text));
  return visit.until > clock.now().getTime() ? visit : null;
}

/** The sealed cookie of a request. Under https the plain name does not count, because another site could have set it. */
export function sealedVisit({ cookie, origin }: Pick<RequestFacts, 'cookie' | 'origin'>): string | undefined {
  return cookie(cookieName(loginCookie, isHttps(origin ?? '')));
}

/** When the browser left for the provider. */
export function begunAt({ until }: Visit): Date {
  return new Date(until - patience * 1000);
}

/** Ends the visit in the browser. */
export function endVisit(origin: string | null): string {
  return loginSetCookie('', 0, origin ?? '');
}

const isHttps = (origin: string) => origin.startsWith('https:');

/** The header that sets the cookie of a visitor who is at the provider, or then on the page for the password. */
export function loginSetCookie(value: string, maxAge: number, origin: string): string {
  const isSecure = isHttps(origin);
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName(loginCookie, isSecure)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
