import type { GeneratedMessage } from '@earshot/proto/http/outreach';

export const tabNames = ['all', 'dm', 'comment'] as const;
export type TabName = (typeof tabNames)[number];

/** Messages a page: a thousand cards at once would be slow to draw and nobody reads them so. */
const pageSize = 20;

/** Which messages the address asks for. */
export interface MessagesView {
  readonly tab: TabName;
  readonly page: number;
}

/** Reads the address; what it does not say, or says wrongly, is the first page of all. */
export function readView(search: URLSearchParams): MessagesView {
  const page = Number(search.get('page'));
  return {
    tab: tabNames.find((name) => name === search.get('type')) ?? 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Only what differs from the first page of all stands in the address. */
export function writeView({ tab, page }: MessagesView): URLSearchParams {
  return new URLSearchParams({
    ...(tab === 'all' ? {} : { type: tab }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

export function messagesOf(messages: readonly GeneratedMessage[], tab: TabName): readonly GeneratedMessage[] {
  return tab === 'all' ? messages : messages.filter(({ messageType }) => messageType === tab);
}

/** One page of a list; beyond its end the last one. */
export function pageOf<T>(list: readonly T[], wanted: number): { shown: readonly T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(list.length / pageSize));
  const page = Math.min(wanted, pages);
  return { shown: list.slice((page - 1) * pageSize, page * pageSize), page, pages };
}
