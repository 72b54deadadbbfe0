/** The facts of a request that identify its origin. */
export interface OriginFacts {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
  /** Trusted origins in addition to the request's host. */
  readonly own: ReadonlySet<string>;
}

/**
 * True when the browser reports that another site sent the request. Requests without both headers are allowed: they
 * come from scripts, which do not carry a visitor's cookies by accident.
 */
export function isForeign({ origin, fetchSite, host, own }: OriginFacts): boolean {
  if (fetchSite === 'cross-site') return true;
  if (origin === undefined || own.has(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/**
 * The origin under which browsers reach Earshot: the configured address, else the request's `Host`. Undefined for an
 * invalid Host.
 */
export function publicOrigin(host: string | undefined, configured: string | undefined): string | undefined {
  if (configured !== undefined) return new URL(configured).origin;
  const requested = URL.parse(`http://${host ?? ''}`);
  return requested !== null && requested.host === host?.toLowerCase().replace(/:80$/, '')
    ? requested.origin
    : undefined;
}

/** Whether Earshot serves only its own machine: its address is unset or a loopback address. */
export function isOwnMachine(configured: string | undefined): boolean {
  if (configured === undefined) return true;
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(configured).hostname);
}
