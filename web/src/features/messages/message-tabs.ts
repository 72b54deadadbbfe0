import type { Entry } from './entries.ts';

export const tabNames = ['all', 'dm', 'comment'] as const;
export type TabName = (typeof tabNames)[number];

/** Messages per page: a thousand cards would render slowly, and users do not read that many at once. */
const pageSize = 20;

/** The messages that the address selects. */
export interface MessagesView {
  readonly tab: TabName;
  /** Words to search for; empty without a search. */
  readonly search: string;
  readonly page: number;
}

/** Parses the address; missing or invalid values mean the first page of all messages. */
export function readView(search: URLSearchParams): MessagesView {
  const page = Number(search.get('page'));
  return {
    tab: tabNames.find((name) => name === search.get('type')) ?? 'all',
    search: search.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Returns the query for the address; the first page of all messages needs none. */
export function writeView({ tab, search, page }: MessagesView): URLSearchParams {
  return new URLSearchParams({
    ...(tab === 'all' ? {} : { type: tab }),
    ...(search === '' ? {} : { q: search }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

export function entriesIn(entries: readonly Entry[], tab: TabName): readonly Entry[] {
  return tab === 'all' ? entries : entries.filter(({ messageType }) => messageType === tab);
}

/** Returns one page of a list; a number beyond the end gives the last page. */
export function pageOf<T>(list: readonly T[], wanted: number): { shown: readonly T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(list.length / pageSize));
  const page = Math.min(wanted, pages);
  return { shown: list.slice((page - 1) * pageSize, page * pageSize), page, pages };
}
