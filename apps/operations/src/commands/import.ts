import type { BSON } from 'bson';
import { type Settings, withoutEmpty } from '@earshot/core';
import { readSealingKeys } from '@earshot/service-kit';
import { checkIndexes } from '@earshot/service-kit/operations';
import type { Connection } from 'mongoose';
import { resolve } from 'node:path';
import type { CollectionName } from '../archive/format.ts';
import { type ArchiveFacts, checkArchive, readArchive } from '../archive/read.ts';
import { type SealedSecrets, sealedSecrets } from '../archive/sealed.ts';
import { type SecretRemoval, secretRemoval } from '../archive/without-secrets.ts';
import { buildIndexes } from '../build-indexes.ts';
import { type Command, UsageError } from '../command.ts';
import { codeOf, reasonOf } from '../faults.ts';
import { type OpenDocuments, openTarget } from '../places.ts';
import { databases } from '../product.ts';
import { orDefaultFolder } from '../settings.ts';

const mergeFlag = '--merge';
const withoutSecretsFlag = '--without-secrets';

/** Imports a file that `export` has written. */
export const importCommand: Command = {
  usage: [`import -- FILE [${mergeFlag}] [${withoutSecretsFlag}]`],
  summary: `Imports a FILE of \`export\` into the data folder of a stopped Earshot or into MONGODB_URL; ${mergeFlag} replaces existing documents with the same id; ${withoutSecretsFlag} removes linked accounts and authenticator apps whose sealing keys are lost`,
  run: async (args, context) => {
    const [file, ...flags] = args;
    if (file === undefined || file.startsWith('-')) throw new UsageError('import needs a FILE');
    const unknown = flags.find((flag) => flag !== mergeFlag && flag !== withoutSecretsFlag);
    if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
    const merge = flags.includes(mergeFlag);
    const secrets = sealedSecrets();
    const facts = await checkArchive(resolve(file), (archived) => secrets.add(archived));
    mustBeKnown(facts);
    const settings = orDefaultFolder(context);
    const removal = flags.includes(withoutSecretsFlag) ? secretRemoval() : null;
    if (removal === null) await mustHaveKeysFor(secrets, settings);
    const target = await openTarget('import', settings);
    const connections = new Map<string, Connection>();
    try {
      for (const { name } of databases) connections.set(name, await target.connect(name));
      if (!merge) await mustBeEmpty(facts, connections);
      await prepare(target, connections);
      await load(resolve(file), facts, { connections, merge, removal });
      await removal?.notifyOwners(connectionOf(connections, 'outreach'), new Date());
      for (const one of facts.collections)
        context.print(`${one.database}.${one.collection}: ${one.documents} documents`);
      context.print(`imported into ${target.label}, exported at ${facts.exportedAt}`);
      return true;
    } finally {
      for (const connection of connections.values()) await connection.close();
      await target.close();
    }
  },
};

/** Throws an Error if the target lacks keys that open secrets of the file. Nothing was written then. */
async function mustHaveKeysFor(secrets: SealedSecrets, settings: Settings): Promise<void> {
  if (secrets.keyIds.size === 0) return;
  const file = keysFileIn(settings);
  const found = file === undefined ? null : await readSealingKeys(file).catch(() => null);
  if ([...secrets.keyIds].every((id) => found?.keys.has(id))) return;
  const place = file === undefined ? 'name a copy of it in SEALING_KEYS_FILE' : `copy it to ${file}`;
  throw new Error(
    `The file holds ${secrets.describe()}, which only the sealing keys of the exported installation open (its sealing-keys.json): ${place}, or give them up with ${withoutSecretsFlag}. Nothing was changed`,
  );
}

/** SEALING_KEYS_FILE, or the file in the data folder. */
function keysFileIn(settings: Settings): string | undefined {
  const { SEALING_KEYS_FILE: named, EARSHOT_DATA: folder } = withoutEmpty(settings);
  return named ?? (folder === undefined ? undefined : resolve(folder, 'sealing-keys.json'));
}

function mustBeKnown({ collections }: ArchiveFacts): void {
  const known = new Set(databases.map(({ name }) => name));
  const unknown = [...new Set(collections.map(({ database }) => database))].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`The file contains databases that this version of Earshot does not know: ${unknown.join(', ')}`);
}

/** Builds or checks the unique indexes first, so that duplicates fail during the import and not later. */
async function prepare(target: OpenDocuments, connections: ReadonlyMap<string, Connection>): Promise<void> {
  const faults: string[] = [];
  for (const { name, models } of databases) {
    const documents = connectionOf(connections, name);
    if (!target.ownIndexes) {
      await checkIndexes({ documents, models: models(documents) });
      continue;
    }
    const output: string[] = [];
    if (!(await buildIndexes({ documents, models: models(documents), print: (line) => output.push(line) }))) {
      faults.push(...output.filter((line) => line.startsWith('FAILED')));
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

async function mustBeEmpty({ collections }: ArchiveFacts, connections: ReadonlyMap<string, Connection>): Promise<void> {
  const filled: string[] = [];
  for (const { database, collection } of collections) {
    const found = await connectionOf(connections, database)
      .collection(collection)
      .findOne({}, { projection: { _id: 1 } });
    if (found !== null) filled.push(`${database}.${collection}`);
  }
  if (filled.length === 0) return;
  throw new Error(
    `These collections already contain documents: ${filled.join(', ')}. Nothing was changed. ${mergeFlag} replaces documents with the same id and keeps all others`,
  );
}

interface Load {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly merge: boolean;
  /** Set if secrets are given up. */
  readonly removal: SecretRemoval | null;
}

/** The limits of one write: documents, and bytes of their lines. */
const batchDocuments = 500;
const batchBytes = 8_000_000;

async function load(file: string, checked: ArchiveFacts, options: Load): Promise<void> {
  let batch: BSON.Document[] = [];
  let bytes = 0;
  let of: CollectionName | null = null;
  const flush = async () => {
    if (of !== null && batch.length > 0) await write(of, batch, options);
    batch = [];
    bytes = 0;
  };
  const reading = readArchive(file);
  for (;;) {
    const { done, value } = await reading.next();
    if (done === true) {
      await flush();
      if (value.sha256 !== checked.sha256) throw new Error(`${file} was changed while it was imported`);
      return;
    }
    if (value.of !== of || batch.length === batchDocuments || bytes + value.size > batchBytes) await flush();
    of = value.of;
    const document = options.removal === null ? value.document : options.removal.remove(value.of, value.document);
    if (document !== null) batch.push(document);
    bytes += value.size;
  }
}

/** Writes documents by id. With `merge` the same import again changes nothing. */
async function write(
  { database, collection }: CollectionName,
  documents: BSON.Document[],
  options: Load,
): Promise<void> {
  const target = connectionOf(options.connections, database).collection(collection);
  const operations = documents.map((document) => {
    if (!options.merge) return { insertOne: { document } };
    const id: unknown = document['_id'];
    const filter: BSON.Document = { _id: { $eq: id } };
    return { replaceOne: { filter, replacement: document, upsert: true } };
  });
  try {
    await target.bulkWrite(operations, { ordered: false });
  } catch (cause) {
    const clash = codeOf(cause) === 11000 ? 'another document has the same unique key: ' : '';
    throw new Error(
      `${database}.${collection}: ${clash}${reasonOf(cause)}. The import stopped. Fix the problem and run it again with ${mergeFlag}`,
      { cause },
    );
  }
}

function connectionOf(connections: ReadonlyMap<string, Connection>, database: string): Connection {
  const found = connections.get(database);
  if (found === undefined) throw new Error(`there is no database ${database}`);
  return found;
}
