/** What a request says of the way it came. */
export interface WayFacts {
  /** Who opened the connection. */
  readonly peer: string | undefined;
  /** `X-Forwarded-For`: each proxy adds who opened the connection to it. */
  readonly forwardedFor: string | readonly string[] | undefined;
  /** Our own proxies in front of the gateway; what they saw is believed. */
  readonly proxies: number;
}

/** The visitor's address: as our outermost proxy saw it, else as we do. Whatever stands before it is hearsay. */
export function visitorAddress({ peer, forwardedFor, proxies }: WayFacts): string {
  const seen = [forwardedFor ?? []].flat().join(',').split(',');
  const told = proxies === 0 ? undefined : seen.map((one) => one.trim()).at(-proxies);
  return told === undefined || told === '' ? (peer ?? '') : told;
}
