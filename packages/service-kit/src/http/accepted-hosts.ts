import type { AppError } from '@earshot/core';
import { appError, isHostOf, loopbackOrigin } from '@earshot/core';
import type { IncomingMessage } from 'node:http';

/** The hosts that a server accepts in addition to loopback names. */
export interface AcceptedHosts {
  /** The address under which clients reach this server. */
  readonly ownUrl: string | undefined;
  /** The address under which browsers reach Earshot; the refusal names it. */
  readonly earshotUrl: string | undefined;
}

/** A request target: the authority of an absolute one, and the rest. */
const target = /^(?:[a-z][a-z\d+.-]*:\/\/([^/?#]*))?(.*)$/i;
/** Probes call pods by their IP addresses. No other path may pass in the disguise of these. */
const health = /^\/health\/[\w-]+\/?(?:\?|$)/;

/**
 * Returns a function that decides why a request is refused because of its Host, if it is. A web page whose name was
 * rebound to this machine's address sends its own name (docs/decisions/0078-accepted-hosts.md).
 */
export function hostCheck({ ownUrl, earshotUrl }: AcceptedHosts): (req: IncomingMessage) => AppError | undefined {
  const own = ownUrl === undefined ? undefined : new URL(ownUrl);
  const accepts = (host: string | undefined) =>
    (own !== undefined && isHostOf(own, host)) || loopbackOrigin(host) !== undefined;
  const details =
    earshotUrl === undefined
      ? {}
      : { message: `Earshot does not answer under this name: open ${earshotUrl}, the address in EARSHOT_URL` };
  return (req) => {
    if (hasTwoHosts(req)) return appError('host.ambiguous');
    const [, authority, path = ''] = target.exec(req.url ?? '') ?? [];
    if (health.test(path)) return undefined;
    const isAccepted = accepts(req.headers.host) && (authority === undefined || accepts(authority));
    return isAccepted ? undefined : appError('host.unknown', details);
  };
}

/** Whether a request has several Host headers, of which proxies and servers may read different ones. */
export function hasTwoHosts(req: IncomingMessage): boolean {
  return (req.headersDistinct['host']?.length ?? 0) > 1;
}
