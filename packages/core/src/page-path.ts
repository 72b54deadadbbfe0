/** A reserved origin: an address that stays on it is local. */
const nowhere = 'https://local.invalid';

/**
 * Returns `target` if it is the path of a page of Earshot with at most `maxLength` characters, normalized for a Location
 * header; else null. Never returns another host.
 */
export function pagePath(target: string | undefined, maxLength: number): string | null {
  if (target === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return null;
  const url = URL.parse(target, nowhere);
  if (url === null || url.origin !== nowhere) return null;
  const path = url.pathname + url.search + url.hash;
  // Normalizing can produce a forbidden path, as in `/.//elsewhere`.
  const isPage = !path.startsWith('//') && !path.startsWith('/api/') && path.length <= maxLength;
  return isPage ? path : null;
}

/** The path of a page of Earshot with more query parameters. */
export function withParameters(path: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(path, nowhere);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
