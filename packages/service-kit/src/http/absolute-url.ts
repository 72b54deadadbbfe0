/**
 * The address of a post as browsers need it outside of Earshot's pages. Posts of the sandbox are stored by their path,
 * because the origin differs between visitors.
 */
export function absoluteUrl(url: string, origin: string | null): string {
  return origin !== null && /^\/(?![/\\])/.test(url) ? origin + url : url;
}
