import { randomBytes } from 'node:crypto';
import { MongoClient, MongoServerError } from 'mongodb';
import type { Collection, Db, Document, ObjectId } from 'mongodb';

/** Who answers: our embedded server, FerretDB behind a `mongo` image, or MongoDB itself (asked by `buildInfo`). */
export type ServerName = 'embedded' | 'ferretdb' | 'mongodb';

/** A document of the suite: any fields, an `_id` that a case can name. */
export interface Doc extends Document {
  _id: string | number | ObjectId | Date;
}

/** What a case gets to work with. */
export interface World {
  server: ServerName;
  uri: string;
  client: MongoClient;
  /** The suite's own database, dropped at the end. */
  db: Db;
  /** A name that nobody used before, for collections, databases and keys. */
  newName(): string;
  /** A new collection holding exactly `docs`. */
  collection(docs?: readonly Doc[]): Promise<Collection<Doc>>;
}

/**
 * One promise of the documents port.
 * `notOn` names servers known to break it, `because` says how; there the case must fail, so that a mark that
 * has become untrue shows up.
 */
export interface Case {
  name: string;
  run(world: World): Promise<void>;
  notOn?: readonly ServerName[];
  because?: string;
  /** Such a server breaks it only when the moment is wrong, so what comes of it there proves nothing. */
  atTimes?: true;
}

export interface Topic {
  topic: string;
  cases: readonly Case[];
}

/** Marks cases that FerretDB is known to break. */
export function notOnFerretDb(because: string, cases: readonly Case[]): Case[] {
  return cases.map((promise) => ({ ...promise, notOn: ['ferretdb'], because }));
}

/** Connects the driver, nothing else, to `uri` and prepares an own database. */
export async function openWorld(uri: string, kind: 'embedded' | 'server'): Promise<World> {
  const client = new MongoClient(uri, { monitorCommands: true, serverSelectionTimeoutMS: 10_000 });
  await client.connect();
  const build = await client.db('admin').command({ buildInfo: 1 });
  const prefix = `suite_${randomBytes(5).toString('hex')}`;
  const db = client.db(prefix);
  let count = 0;
  const newName = (): string => `${prefix}_${++count}`;
  return {
    server: kind === 'embedded' ? 'embedded' : 'ferretdb' in build ? 'ferretdb' : 'mongodb',
    uri,
    client,
    db,
    newName,
    async collection(docs = []) {
      const collection = db.collection<Doc>(newName());
      if (docs.length > 0) await collection.insertMany([...docs]);
      return collection;
    },
  };
}

/** Drops what the suite made and hangs up. */
export async function closeWorld(world: World): Promise<void> {
  await world.db.dropDatabase();
  await world.client.close();
}

/** The error with which the server refuses `work`; throws if it does not refuse. */
export async function refusal(work: Promise<unknown>): Promise<MongoServerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('the server accepted what it must refuse');
}

/** The `_id`s that a filter finds, in order of `_id`. */
export async function idsOf(collection: Collection<Doc>, filter: Document): Promise<Doc['_id'][]> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return found.map((doc) => doc._id);
}

/** What each document holds in one field. */
export function valuesOf(docs: readonly Document[], field: string): unknown[] {
  return docs.map((doc): unknown => doc[field]);
}

/** Waits until `condition` answers true; throws after `timeoutMs`. */
export async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
