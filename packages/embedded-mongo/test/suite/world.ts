import { randomBytes } from 'node:crypto';
import { type Collection, type Db, type Document, MongoClient, MongoServerError, type ObjectId } from 'mongodb';

/**
 * The tested server: the embedded one, FerretDB behind a `mongo` image, or MongoDB. `buildInfo` distinguishes the last
 * two.
 */
export type ServerName = 'embedded' | 'ferretdb' | 'mongodb';

/** A document of the suite. */
export interface Doc extends Document {
  _id: string | number | ObjectId | Date;
}

/** The environment of a case. */
export interface World {
  server: ServerName;
  uri: string;
  client: MongoClient;
  /** The suite's database, which is dropped at the end. */
  db: Db;
  /** Creates an unused name for a collection, database or key. */
  newName(): string;
  /** Creates a collection that contains exactly `docs`. */
  collection(docs?: readonly Doc[]): Promise<Collection<Doc>>;
}

/**
 * One test case of the documents server.
 * `notOn` lists servers that are known to fail it, and `because` is the reason. The case must fail on them, so that
 * outdated entries are detected.
 */
export interface Case {
  name: string;
  run(world: World): Promise<void>;
  notOn?: readonly ServerName[];
  because?: string;
  /** These servers fail only with unlucky timing, so the case is skipped on them. */
  atTimes?: true;
}

/** A case, and the servers that are known to fail it. */
export function testCase(name: string, run: Case['run'], known: Omit<Case, 'name' | 'run'> = {}): Case {
  return { name, run, ...known };
}

export interface Topic {
  topic: string;
  cases: readonly Case[];
}

/** Marks cases that FerretDB is known to fail. */
export function notOnFerretDb(because: string, cases: readonly Case[]): Case[] {
  return cases.map((testCase) => ({ ...testCase, notOn: ['ferretdb'], because }));
}

/** Connects the official driver to `uri` and prepares a new database. */
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

/** Drops the suite's database and disconnects. */
export async function closeWorld(world: World): Promise<void> {
  await world.db.dropDatabase();
  await world.client.close();
}

/** Returns the server error of `work`. Throws if `work` succeeds. */
export async function refusal(work: Promise<unknown>): Promise<MongoServerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('the server accepted what it must refuse');
}

/** The `_id`s of matching documents, in order. */
export async function idsOf(collection: Collection<Doc>, filter: Document): Promise<Doc['_id'][]> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return found.map((doc) => doc._id);
}

/** The values of one field. */
export function valuesOf(docs: readonly Document[], field: string): unknown[] {
  return docs.map((doc): unknown => doc[field]);
}

/** Waits until `condition` resolves to true. Throws after `timeoutMs`. */
export async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
