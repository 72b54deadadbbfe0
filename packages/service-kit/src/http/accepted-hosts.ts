import { type AppError, appError, isHostOf, loopbackOrigin } from '@earshot/core';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { targetOfRequest } from './request-target.ts';

/** The hosts that a server accepts in addition to loopback names. */
export interface AcceptedHosts {
  /** The address under which clients reach this server. */
  readonly ownUrl: string | undefined;
  /** The address under which browsers reach Earshot; the refusal names it. */
  readonly earshotUrl: string | undefined;
}

/** Probes call pods by their IP addresses. No other path may pass in the disguise of these. */
const health = /^\/health\/[\w-]+\/?(?:\?|$)/;

/**
 * Returns a function that decides why a request is refused because of its Host, if it is. A web page whose name was
 * rebound to this machine's address sends its own name (docs/decisions/0078-accepted-hosts.md).
 */
export function hostCheck({ ownUrl, earshotUrl }: AcceptedHosts): (req: IncomingMessage) => AppError | undefined {
  const own = ownUrl === undefined ? undefined : new URL(ownUrl);
  // Nearly all requests name the same few hosts.
  const known = new LRUCache<string, boolean>({ max: 100 });
  const accepts = (host = '') => {
    const is = known.get(host) ?? ((own !== undefined && isHostOf(own, host)) || loopbackOrigin(host) !== undefined);
    known.set(host, is);
    return is;
  };
  const details =
    earshotUrl === undefined
      ? {}
      : { message: `Earshot does not answer under this name: open ${earshotUrl}, the address in EARSHOT_URL` };
  return (req) => {
    if (hasTwoHosts(req)) return appError('host.ambiguous');
    const { authority, rest } = targetOfRequest(req);
    if (health.test(rest)) return undefined;
    const isAccepted = accepts(req.headers.host) && (authority === undefined || accepts(authority));
    return isAccepted ? undefined : appError('host.unknown', details);
  };
}

/** Whether a request has several Host headers, of which proxies and servers may read different ones. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, n: number) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}
