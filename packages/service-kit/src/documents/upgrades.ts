import type { AnyBulkWriteOperation, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { builtIndexes, indexFields } from './indexes.ts';

type IndexFields = Readonly<Record<string, 1 | -1>>;

/** How to upgrade documents of an earlier version, and the index that this version has replaced. */
export interface Upgrade {
  readonly collection: string;
  /** Values for fields that documents of earlier versions lack. */
  readonly fill: Readonly<Record<string, string | number | boolean>>;
  /** Fields that follow from others. Earlier versions do not write them, or leave them behind when the others change. */
  readonly derive?: {
    /** The fields that `fields` reads. */
    readonly from: readonly string[];
    readonly fields: (document: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  };
  /** The earlier version's index. It is dropped once the declared indexes are built. */
  readonly replaces: IndexFields;
  /** A declared index that earlier versions lack. It is built after the documents have its fields. */
  readonly builds?: IndexFields;
}

/** Documents per write. An interruption loses at most this much work. */
const batchSize = 1_000;

/**
 * Returns the upgrades whose earlier index still exists or whose new one does not. Where only one process runs, the others
 * have no work left.
 */
export async function unfinishedUpgrades(documents: Connection, upgrades: readonly Upgrade[]): Promise<Upgrade[]> {
  const found: Upgrade[] = [];
  for (const upgrade of upgrades) {
    const indexes = await indexNames(documents, upgrade.collection);
    const { replaces, builds } = upgrade;
    // A collection without any index does not exist yet.
    const lacks = builds !== undefined && indexes.size > 0 && !indexes.has(JSON.stringify(builds));
    if (lacks || indexes.has(JSON.stringify(replaces))) found.push(upgrade);
  }
  return found;
}

/**
 * Fills fields that documents of earlier versions lack or left behind. Resolves to the number of documents written. It can be
 * interrupted, repeated, and run while replicas of both versions write. Run it before the new indexes are built.
 */
export async function fillMissingFields(documents: Connection, upgrades: readonly Upgrade[]): Promise<number> {
  let written = 0;
  for (const upgrade of upgrades) {
    if (Object.keys(upgrade.fill).length > 0 || upgrade.derive) written += await fillFields(documents, upgrade);
  }
  return written;
}

/** Drops the indexes that this version has replaced, and resolves to their names. Build the declared ones first. */
export async function dropReplacedIndexes(documents: Connection, upgrades: readonly Upgrade[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const upgrade of upgrades) {
    const name = (await indexNames(documents, upgrade.collection)).get(JSON.stringify(upgrade.replaces));
    if (name === undefined) continue;
    await documents.collection(upgrade.collection).dropIndex(name);
    dropped.push(`${upgrade.collection}.${name}`);
  }
  return dropped;
}

/**
 * Reads once in the order of `_id`. A query for the missing field would start at the first document again for each
 * batch.
 */
async function fillFields(documents: Connection, upgrade: Upgrade): Promise<number> {
  const { collection, fill, derive } = upgrade;
  const stored = documents.collection<Document>(collection);
  // Which fields `derive` writes is known only from what it returns, so documents are read whole.
  const projection = derive === undefined ? Object.fromEntries(Object.keys(fill).map((field) => [field, 1])) : {};
  let written = 0;
  for (let after: Document = {}; ;) {
    const batch = await stored.find(after, { projection, sort: { _id: 1 }, limit: batchSize }).toArray();
    const writes = batch.flatMap((document) => writeOf(document, upgrade));
    if (writes.length > 0) written += (await stored.bulkWrite(writes, { ordered: false })).modifiedCount;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return written;
    after = { _id: { $gt: last._id } };
  }
}

/** The fields that an earlier version left out of a document or left behind, with their values. */
export function fieldsToUpgrade(
  document: Readonly<Record<string, unknown>>,
  { fill, derive }: Pick<Upgrade, 'fill' | 'derive'>,
): Record<string, unknown> {
  const missing = Object.entries(fill).filter(([field]) => document[field] === undefined);
  const derived = Object.entries(derive?.fields(document) ?? {}).filter(
    ([field, value]) => JSON.stringify(document[field]) !== JSON.stringify(value),
  );
  return Object.fromEntries([...missing, ...derived]);
}

function writeOf(document: Document, upgrade: Upgrade): AnyBulkWriteOperation<Document>[] {
  const fields = fieldsToUpgrade(document, upgrade);
  const names = Object.keys(fields);
  if (names.length === 0) return [];
  // Another run may have filled the fields, or the document's owner may have rewritten it.
  const read = [...names.filter((name) => name in upgrade.fill), ...(upgrade.derive?.from ?? [])];
  const same: Document = Object.fromEntries(['_id', ...read].map((name) => [name, asRead(document[name])]));
  return [{ updateOne: { filter: same, update: { $set: fields } } }];
}

const asRead = (value: unknown) => (value === undefined ? { $exists: false } : { $eq: value });

/** The names of a collection's indexes by their fields as JSON. */
async function indexNames(documents: Connection, collection: string): Promise<ReadonlyMap<string, string>> {
  const found = await builtIndexes(documents, collection);
  return new Map(found.map(({ key, name = '' }) => [JSON.stringify(indexFields(key)), name]));
}
