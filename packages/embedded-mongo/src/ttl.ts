import { prepareQuery } from './query/execute.ts';
import { removeDocument } from './storage/documents.ts';
import type { Storage } from './storage/storage.ts';

const DELETED_AT_ONCE = 1000;

/** Deletes documents that have expired by a TTL index. Returns true if more may be left. */
export function deleteExpired(storage: Storage, now: Date): boolean {
  let more = false;
  for (const collection of storage.catalog.list()) {
    for (const { key, expireAfterSeconds, partial } of collection.indexes) {
      const path = key[0]?.path;
      if (expireAfterSeconds === undefined || path === undefined) continue;
      const due = { [path]: { $lte: new Date(now.getTime() - expireAfterSeconds * 1000) } };
      const filter = partial === undefined ? due : { $and: [partial.filter, due] };
      const rids = Array.from(
        prepareQuery(storage, collection, { filter, limit: DELETED_AT_ONCE }).rows(),
        ({ rid }) => rid,
      );
      for (const rid of rids) removeDocument(storage, collection, rid);
      more ||= rids.length === DELETED_AT_ONCE;
    }
  }
  return more;
}
