/** A page of the web app, with its path in the router's notation: a final `*` matches any rest. */
export interface WebPage {
  readonly path: string;
  /** Scripts of this page beyond those that every page loads. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const segments = (path: string) => path.toLowerCase().split('/').filter(Boolean);

/** The most specific page at this path, or undefined. */
export function pageAt<T extends Pick<WebPage, 'path'>>(pages: readonly T[], path: string): T | undefined {
  const requested = segments(path);
  return pages
    .filter((page) => page.path !== '*' && matches(segments(page.path), requested))
    .toSorted((a, b) => Number(a.path.endsWith('*')) - Number(b.path.endsWith('*')))
    .at(0);
}

function matches(pattern: readonly string[], requested: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? requested.length <= fixed.length : requested.length !== fixed.length) return false;
  return fixed.every((segment, index) => segment.startsWith(':') || segment === requested[index]);
}
