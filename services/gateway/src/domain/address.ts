import { isIPv4, isIPv6 } from 'node:net';

/** The facts of a request that determine the visitor's address. */
export interface WayFacts {
  /** The address that opened the connection. */
  readonly peer: string | undefined;
  /** `X-Forwarded-For`: each proxy appends the address that connected to it. */
  readonly forwardedFor: string | readonly string[] | undefined;
  /** Number of the operator's proxies in front of the gateway. Their entries are trusted. */
  readonly proxies: number;
}

/**
 * The visitor's address as seen by the operator's outermost proxy, else by the gateway. Earlier entries are untrusted.
 * An IPv6 address is reduced to its /64 network: one visitor has all its addresses, and could evade a limit per
 * address. Rate limits count it as the visitor's network.
 */
export function visitorAddress({ peer, forwardedFor, proxies }: WayFacts): string {
  const seen = proxies === 0 ? [] : [forwardedFor ?? []].flat().join(',').split(',');
  const trusted = seen.at(-proxies)?.trim() ?? '';
  return networkOf(trusted === '' ? (peer ?? '') : trusted);
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  const within = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (within !== undefined) return within;
  // Some proxies add the port, which differs with each connection.
  if (!isIPv6(bare)) return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0))).fill('0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
