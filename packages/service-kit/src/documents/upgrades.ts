import type { AnyBulkWriteOperation, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { builtIndexes, indexFields } from '../cluster/indexes.ts';

/** How to upgrade documents of an earlier version, and the index that this version has replaced. */
export interface Upgrade {
  readonly collection: string;
  /** Values for fields that documents of earlier versions lack. */
  readonly fill: Readonly<Record<string, string | number | boolean>>;
  /** The earlier version's index. It is dropped once the declared indexes are built. */
  readonly replaces: Readonly<Record<string, 1 | -1>>;
}

/** Documents per write. An interruption loses at most this much work. */
const batchSize = 1_000;

/** Returns the upgrades whose earlier index still exists. Where only one process runs, the others have no work left. */
export async function unfinishedUpgrades(documents: Connection, upgrades: readonly Upgrade[]): Promise<Upgrade[]> {
  const found: Upgrade[] = [];
  for (const upgrade of upgrades) if ((await replacedIndex(documents, upgrade)) !== null) found.push(upgrade);
  return found;
}

/**
 * Fills fields that documents of earlier versions lack. Resolves to the number of documents written. It can be
 * interrupted, repeated, and run while replicas of both versions write. Run it before the new indexes are built.
 */
export async function fillMissingFields(documents: Connection, upgrades: readonly Upgrade[]): Promise<number> {
  let written = 0;
  for (const { collection, fill } of upgrades) {
    for (const [field, value] of Object.entries(fill)) {
      written += await fillField(documents, collection, { field, value });
    }
  }
  return written;
}

/** Drops the indexes that this version has replaced, and resolves to their names. Build the declared ones first. */
export async function dropReplacedIndexes(documents: Connection, upgrades: readonly Upgrade[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const upgrade of upgrades) {
    const name = await replacedIndex(documents, upgrade);
    if (name === null) continue;
    await documents.collection(upgrade.collection).dropIndex(name);
    dropped.push(`${upgrade.collection}.${name}`);
  }
  return dropped;
}

/**
 * Reads once in the order of `_id`. A query for the missing field would start at the first document again for each
 * batch.
 */
async function fillField(
  documents: Connection,
  collection: string,
  { field, value }: { readonly field: string; readonly value: string | number | boolean },
): Promise<number> {
  const stored = documents.collection<Document>(collection);
  let written = 0;
  for (let after: Document = {}; ;) {
    const batch = await stored
      .find(after, { projection: { [field]: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const writes = batch
      .filter((document) => document[field] === undefined)
      .map(({ _id }): AnyBulkWriteOperation<Document> => ({
        // Another run may have filled the field, or the document's owner may have rewritten it.
        updateOne: { filter: { _id, [field]: { $exists: false } }, update: { $set: { [field]: value } } },
      }));
    if (writes.length > 0) written += (await stored.bulkWrite(writes, { ordered: false })).modifiedCount;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return written;
    after = { _id: { $gt: last._id } };
  }
}

async function replacedIndex(documents: Connection, { collection, replaces }: Upgrade): Promise<string | null> {
  const wanted = JSON.stringify(replaces);
  const found = await builtIndexes(documents, collection);
  return found.find(({ key }) => JSON.stringify(indexFields(key)) === wanted)?.name ?? null;
}
