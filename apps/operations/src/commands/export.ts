import type { Connection } from 'mongoose';
import type { EventBus } from '@earshot/event-bus';
import { resolve } from 'node:path';
import { type CollectionToWrite, lacks, writeArchive } from '../archive/write.ts';
import { type Command, UsageError } from '../command.ts';
import { type OpenDocuments, openInstallation } from '../places.ts';
import { databases, groups, lastingConsumers } from '../product.ts';
import { orDefaultFolder } from '../settings.ts';

const leaveLetters = '--without-dead-letters';

/**
 * Collections that are not exported. A file with sessions would give access to every account, so users sign in again.
 */
const staysBehind = new Set(['gateway.sessions']);

/** Writes all data except sessions into one file. */
export const exportCommand: Command = {
  usage: [`export -- FILE [${leaveLetters}]`],
  summary: 'Writes all documents of a stopped Earshot, from its data folder or its cluster, into a new FILE',
  run: async (args, context) => {
    const [file, flag, ...rest] = args;
    if (file === undefined || file.startsWith('-')) throw new UsageError('export needs a FILE');
    if (rest.length > 0 || (flag ?? leaveLetters) !== leaveLetters) {
      throw new UsageError(`unknown argument "${rest[0] ?? flag ?? ''}"`);
    }
    const installation = await openInstallation('export', orDefaultFolder(context));
    try {
      await mustBeHandled(installation.bus);
      if (flag === undefined) await mustHaveNoLetters(installation.bus);
      const counts = await writeArchive(resolve(file), new Date(), collectionsOf(installation));
      for (const { database, collection, documents } of counts)
        context.print(`${database}.${collection}: ${documents} documents`);
      context.print(`written to ${resolve(file)}: it contains password hashes and users' texts, so keep it private`);
      for (const line of lacks) context.print(`not in the file: ${line}`);
      return true;
    } finally {
      await installation.close();
    }
  },
};

/** Throws if the bus holds unhandled events: the export contains the outbox, but not the bus. */
async function mustBeHandled(bus: EventBus): Promise<void> {
  const waiting: string[] = [];
  for (const { group, topic } of lastingConsumers) {
    const lag = await bus.lag(group, topic);
    if (lag > 0) waiting.push(`${group} has ${lag} of ${topic}`);
  }
  if (waiting.length === 0) return;
  throw new Error(
    `Some events are not handled yet: ${waiting.join(', ')}. Start Earshot, wait until running scans have finished, stop it and export again`,
  );
}

async function mustHaveNoLetters(bus: EventBus): Promise<void> {
  const found: string[] = [];
  for (const group of groups) {
    const letters = await bus.deadLetters(group);
    if (letters.length > 0) found.push(`${group} has ${letters.length}`);
  }
  if (found.length === 0) return;
  throw new Error(
    `There are dead letters, which an export cannot include: ${found.join(', ')}. Replay them (npm run dlq) or export without them: ${leaveLetters}`,
  );
}

async function* collectionsOf(documents: OpenDocuments): AsyncGenerator<CollectionToWrite> {
  for (const { name } of databases) {
    const connection = await documents.connect(name);
    try {
      for (const collection of await namesOf(connection)) {
        if (staysBehind.has(`${name}.${collection}`)) continue;
        yield { database: name, collection, documents: rawDocuments(connection, collection) };
      }
    } finally {
      await connection.close();
    }
  }
}

/** All stored collections, so that data is exported even if no model of this version declares it. */
async function namesOf(connection: Connection): Promise<string[]> {
  const found = await connection.listCollections();
  return found
    .filter(({ name, type }) => type !== 'view' && !name.startsWith('system.'))
    .map(({ name }) => name)
    .sort();
}

/** Raw bytes keep every type. The order by id makes two exports of the same data equal. */
async function* rawDocuments(connection: Connection, collection: string): AsyncGenerator<Uint8Array> {
  const cursor = connection.collection(collection).find({}, { raw: true, sort: { _id: 1 }, batchSize: 500 });
  for await (const document of cursor) {
    if (!Buffer.isBuffer(document)) throw new Error('the driver returned no bytes');
    yield document;
  }
}
