/** What a request says of where it comes from. */
export interface OriginFacts {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
  /** Origins that are ours beside the request's own host. */
  readonly own: ReadonlySet<string>;
}

/**
 * True when a browser says that another site sent this. Scripts that send neither header are served: they carry no
 * visitor's cookies by accident.
 */
export function isForeign({ origin, fetchSite, host, own }: OriginFacts): boolean {
  if (fetchSite === 'cross-site') return true;
  if (origin === undefined || own.has(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/**
 * The origin under which browsers reach us: of the configured address, else of the `Host` they asked for. Undefined
 * for a Host that is none.
 */
export function publicOrigin(host: string | undefined, configured: string | undefined): string | undefined {
  if (configured !== undefined) return new URL(configured).origin;
  const asked = URL.parse(`http://${host ?? ''}`);
  return asked !== null && asked.host === host?.toLowerCase().replace(/:80$/, '') ? asked.origin : undefined;
}

/** Whether Earshot is for the people of its own machine: it has no address, or one that leads nowhere else. */
export function isOwnMachine(configured: string | undefined): boolean {
  if (configured === undefined) return true;
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(configured).hostname);
}
