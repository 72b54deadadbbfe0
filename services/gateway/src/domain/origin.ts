import { loopbackOrigin, publicAddress } from '@earshot/core';

/** The facts of a request that identify its origin. */
export interface OriginFacts {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
}

/** An origin as browsers write it. The origin of a `blob:` address is that of the page that made it, so it is none. */
const written = /^https?:\/\/[^/\\?#@\s]+$/i;

/**
 * True when the browser reports that another site sent the request. Requests without both headers are allowed: they
 * come from scripts, which do not carry a visitor's cookies by accident.
 */
export function isForeign({ origin, fetchSite, host, url }: OriginFacts): boolean {
  if (fetchSite === 'cross-site') return true;
  if (origin === undefined) return false;
  const sender = written.test(origin) ? URL.parse(origin)?.origin : undefined;
  const own = [loopbackOrigin(host), url === undefined ? undefined : new URL(url).origin];
  return sender === undefined || !own.includes(sender);
}

/**
 * The origin under which browsers reach Earshot: the configured address. The request's own origin if both its host and
 * the configured address are on this machine. Undefined for an invalid Host.
 */
export function publicOrigin(host: string | undefined, configured: string | undefined): string | undefined {
  const local = publicAddress(configured) === undefined ? loopbackOrigin(host) : undefined;
  return local ?? (configured === undefined ? undefined : new URL(configured).origin);
}
