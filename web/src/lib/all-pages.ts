import { entriesPerPage, lastPage, type ListPage } from '@earshot/proto/http/list-page';

/**
 * Reads a list page by page, to its end. An entry that moves to another page meanwhile is returned once; `keyOf` tells
 * entries apart.
 */
export async function allPages<T>(
  read: (page: ListPage) => Promise<readonly T[]>,
  keyOf: (entry: T) => string,
): Promise<T[]> {
  const entries = new Map<string, T>();
  for (let page = 1; page <= lastPage; page += 1) {
    const found = await read({ page, limit: entriesPerPage });
    for (const entry of found) entries.set(keyOf(entry), entry);
    if (found.length < entriesPerPage) break;
  }
  return [...entries.values()];
}
