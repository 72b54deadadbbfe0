/** Where people land who did not ask for a page. */
const home = '/dashboard';
/** Longer ones are not worth a cookie's room. */
const maxLength = 1_000;
/** No address of anybody: what stays on it was local. */
const nowhere = 'https://local.invalid';

/** `wanted` if it is a page of ours, in the spelling of a Location header; else the dashboard. Never leads to another host. */
export function localPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return home;
  const url = URL.parse(wanted, nowhere);
  if (url === null || url.origin !== nowhere) return home;
  const path = url.pathname + url.search + url.hash;
  // Dots resolve to what nobody may write: `/.//elsewhere`.
  const isPage = !path.startsWith('//') && !path.startsWith('/api/') && path.length <= maxLength;
  return isPage ? path : home;
}
