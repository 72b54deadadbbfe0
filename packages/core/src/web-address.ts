import { z } from 'zod';

const scheme = 'must be a web address that begins with http:// or https://';
const parts = 'must have no user name, password, query or fragment';
const alone =
  'must be a scheme, a host and perhaps a port, such as https://earshot.example.com: no path, query, user name or password';

/** Aborts, because the other checks parse the address. */
const url = z.url({ protocol: /^https?$/, error: scheme, abort: true });

/** A web address in a setting. Requires a scheme, because `localhost:8080` is also a URL, with the scheme "localhost". */
export const anyWebAddress = url.refine(
  (text) => !hasCredentials(new URL(text)),
  'must have no user name and no password',
);

/** The base of other addresses: they add a path to it. */
export const baseAddress = url.refine((text) => isBase(new URL(text)), parts);

/** The address of a server whose pages or calls begin at its root. The value is its origin, without a slash at the end. */
export const originAddress = url
  .refine((text) => isBase(new URL(text)) && new URL(text).pathname === '/', alone)
  .transform((text) => new URL(text).origin);

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** `?` and `#` alone are a query and a fragment too, although they parse as empty ones. */
function isBase(address: URL): boolean {
  return !hasCredentials(address) && !/[?#]/.test(address.href);
}
