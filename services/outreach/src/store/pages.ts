import type { ListPage } from '@earshot/proto/http/list-page';

/** The number of entries before the page. */
export function skipOf({ limit, page }: ListPage): number {
  return (page - 1) * limit;
}
