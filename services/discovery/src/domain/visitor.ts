import { cookieName, visitorCookie } from '@earshot/proto/http/cookies';

/**
 * How long a visitor's searches and the cookie are kept, in days (docs/decisions/0048-searches-belong-to-a-browser.md).
 */
export const visitorDays = 30;

/** The visitor id in the cookie; null when it has another format, because browsers can send anything. */
export function visitorOf(cookie: string | undefined): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cookie ?? '') ? (cookie ?? null) : null;
}

/** The `Set-Cookie` header that sets or renews the cookie. */
export function visitorSetCookie(visitor: string, { secure }: { secure: boolean }): string {
  const maxAge = visitorDays * 24 * 3600;
  return `${cookieName(visitorCookie, secure)}=${visitor}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
