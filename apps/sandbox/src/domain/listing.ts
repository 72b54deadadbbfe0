/** The largest number of items in any list of the site. */
export const LISTING_END = 1000;

export interface PageQuery {
  after: string | null;
  before: string | null;
  /** Number of items already seen. Forward pages have a `before` cursor only when it is above 0, as on the site. */
  count: number;
  limit: number;
}

export interface Page {
  names: string[];
  after: string | null;
  before: string | null;
}

/**
 * Returns one page of an ordered list of fullnames, as the site does. `before` returns the items just before the
 * cursor. A cursor that is not in the list returns an empty page. `after` is null on the last page.
 */
export function pageOf(names: readonly string[], query: PageQuery): Page {
  const list = names.slice(0, LISTING_END);
  const cursor = query.before ?? query.after;
  const at = cursor === null ? -1 : list.indexOf(cursor);
  if (cursor !== null && at === -1) return { names: [], after: null, before: null };

  const backwards = query.before !== null;
  const start = backwards ? Math.max(0, at - query.limit) : at + 1;
  const end = backwards ? at : Math.min(list.length, start + query.limit);
  const page = list.slice(start, end);
  const showsBefore = page.length > 0 && start > 0 && (backwards || query.count > 0);
  return {
    names: page,
    after: page.length > 0 && end < list.length ? (page.at(-1) ?? null) : null,
    before: showsBefore ? (page[0] ?? null) : null,
  };
}
