/** A page of the web app by its address as the app's router has it: `*` at the end stands for whatever follows. */
export interface WebPage {
  readonly path: string;
  /** What its code consists of beyond what every page fetches. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const segments = (path: string) => path.toLowerCase().split('/').filter(Boolean);

/** The page at this address, the most exact one; undefined where the app has none. */
export function pageAt<T extends Pick<WebPage, 'path'>>(pages: readonly T[], path: string): T | undefined {
  const asked = segments(path);
  return pages
    .filter((page) => page.path !== '*' && matches(segments(page.path), asked))
    .toSorted((a, b) => Number(a.path.endsWith('*')) - Number(b.path.endsWith('*')))
    .at(0);
}

function matches(pattern: readonly string[], asked: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? asked.length <= fixed.length : asked.length !== fixed.length) return false;
  return fixed.every((segment, index) => segment.startsWith(':') || segment === asked[index]);
}
