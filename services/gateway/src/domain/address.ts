import { isIPv6 } from 'node:net';

/** What a request says of the way it came. */
export interface WayFacts {
  /** Who opened the connection. */
  readonly peer: string | undefined;
  /** `X-Forwarded-For`: each proxy adds who opened the connection to it. */
  readonly forwardedFor: string | readonly string[] | undefined;
  /** Our own proxies in front of the gateway; what they saw is believed. */
  readonly proxies: number;
}

/**
 * The visitor's address: as our outermost proxy saw it, else as we do. Whatever stands before it is hearsay. Of IPv6 it
 * is the network of 64 bits, which one visitor has whole: by single addresses no limit would ever be reached.
 */
export function visitorAddress({ peer, forwardedFor, proxies }: WayFacts): string {
  const seen = [forwardedFor ?? []].flat().join(',').split(',');
  const told = proxies === 0 ? undefined : seen.map((one) => one.trim()).at(-proxies);
  return networkOf(told === undefined || told === '' ? (peer ?? '') : told);
}

function networkOf(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  const within = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (within !== undefined) return within;
  // Some proxies tell the port too, which is another with each connection.
  if (!isIPv6(bare)) return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0))).fill('0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
