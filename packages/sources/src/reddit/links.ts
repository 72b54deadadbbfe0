/** The place where posts are read: Reddit, or the sandbox at Earshot's address. */
export interface PostPlaces {
  /** Path below which the sandbox is served, for example `/sandbox`; null where the real Reddit is the source. */
  readonly sandboxPath: string | null;
}

const redditHost = /^(?:(?:www|old|new|np|m|sh|amp)\.)?reddit\.com$/;
const postPath = /^(?:\/(?:r|u|user)\/[\w-]{2,30})?\/comments\/([a-z0-9]{1,13})(?:\/[^/]*)?\/?$/i;
const shortPath = /^\/([a-z0-9]{1,13})\/?$/i;
/** Base for relative addresses. An address that keeps it was relative. */
const nowhere = 'https://relative.invalid';

/**
 * Returns the full name of the post at an address. Accepts `https` addresses of Reddit and of its short form redd.it,
 * and addresses of the sandbox below `origin` or without a host. Returns null for addresses of single comments, of
 * other sites, and for any other text.
 */
export function postNamed(text: string, origin: string | null, { sandboxPath }: PostPlaces): string | null {
  const base = sandboxPath === null ? undefined : nowhere;
  const relative = /^\/(?![/\\])/.test(text);
  if (!URL.canParse(text, base) || (!relative && !URL.canParse(text))) return null;
  const url = new URL(text, base);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:' && redditHost.test(url.host)) return named(postPath.exec(url.pathname));
  if (url.protocol === 'https:' && url.host === 'redd.it') return named(shortPath.exec(url.pathname));
  const isOurs = url.origin === nowhere || (origin !== null && url.origin === origin);
  if (sandboxPath === null || !isOurs || !url.pathname.startsWith(`${sandboxPath}/`)) return null;
  return named(postPath.exec(url.pathname.slice(sandboxPath.length)));
}

function named(match: RegExpExecArray | null): string | null {
  const id = match?.[1];
  return id === undefined ? null : `t3_${id.toLowerCase()}`;
}
