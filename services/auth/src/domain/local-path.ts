/** The target if no page was requested. */
const home = '/dashboard';
/** Limits the size of the cookie. */
const maxLength = 1_000;
/** A reserved origin: an address that stays on it is local. */
const nowhere = 'https://local.invalid';

/**
 * Returns `wanted` if it is a page of Earshot, normalized for a Location header; else the dashboard. Never returns
 * another host.
 */
export function localPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return home;
  const url = URL.parse(wanted, nowhere);
  if (url === null || url.origin !== nowhere) return home;
  const path = url.pathname + url.search + url.hash;
  // Normalizing can produce a forbidden path, as in `/.//elsewhere`.
  const isPage = !path.startsWith('//') && !path.startsWith('/api/') && path.length <= maxLength;
  return isPage ? path : home;
}
