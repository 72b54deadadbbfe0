const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const defaultPorts = { 'http:': /:80$/, 'https:': /:443$/ };

/**
 * Parses a Host header. Null unless it is exactly a host and a port, as browsers write them: a URL parser also accepts
 * user names, paths and other spellings of an address.
 */
function parseHost(host: string | undefined, scheme: 'http:' | 'https:'): URL | null {
  const parsed = URL.parse(`${scheme}//${host ?? ''}`);
  return parsed?.host === host?.toLowerCase().replace(defaultPorts[scheme], '') ? parsed : null;
}

/** The `http:` origin of a Host header that names this machine: `localhost`, `*.localhost`, 127.0.0.0/8 or `[::1]`. */
export function loopbackOrigin(host: string | undefined): string | undefined {
  const parsed = parseHost(host, 'http:');
  return parsed !== null && loopback.test(parsed.hostname) ? parsed.origin : undefined;
}

/** Whether a Host header names the host of `own`. Some proxies leave out the port. */
export function isHostOf(own: URL, host: string | undefined): boolean {
  const parsed = parseHost(host, own.protocol === 'https:' ? 'https:' : 'http:');
  return parsed?.hostname === own.hostname && ['', own.port].includes(parsed.port);
}

/**
 * Returns the address under which others reach this installation. Undefined if it serves only its own machine: its
 * address is unset or a loopback address. People may then use any loopback name, so addresses come from the request.
 */
export function publicAddress(configured: string | undefined): string | undefined {
  return configured === undefined || loopback.test(new URL(configured).hostname) ? undefined : configured;
}

/** Whether a server that listens on this address (a name or an IP address) is reachable only from its own machine. */
export function isLoopbackAddress(address: string): boolean {
  return loopback.test(address) || address === '::1';
}
