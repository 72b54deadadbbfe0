/** The largest number of items in any list of the site. */
export const LISTING_END = 1000;

export interface PageQuery {
  after: string | null;
  limit: number;
}

export interface Page {
  names: string[];
  after: string | null;
}

/**
 * Returns one page of an ordered list of fullnames, as the site does. A cursor that is not in the list returns an empty
 * page. `after` is null on the last page.
 */
export function pageOf(names: readonly string[], { after, limit }: PageQuery): Page {
  const list = names.slice(0, LISTING_END);
  const at = after === null ? -1 : list.indexOf(after);
  if (after !== null && at === -1) return { names: [], after: null };
  const page = list.slice(at + 1, at + 1 + limit);
  return { names: page, after: at + 1 + limit < list.length ? (page.at(-1) ?? null) : null };
}
