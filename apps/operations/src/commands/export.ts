import type { Connection } from 'mongoose';
import type { EventBus } from '@earshot/event-bus';
import { resolve } from 'node:path';
import type { CollectionToWrite } from '../archive/write.ts';
import { writeArchive } from '../archive/write.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { openInstallation } from '../places.ts';
import type { OpenDocuments } from '../places.ts';
import { databases, groups, lastingConsumers } from '../product.ts';
import { orDefaultFolder } from '../settings.ts';

const leaveLetters = '--without-dead-letters';

/** Collections that stay behind: who holds a file of sessions is signed in as everybody. Users sign in once more. */
const staysBehind = new Set(['gateway.sessions']);

/** Everything that is worth keeping, in one file. */
export const exportCommand: Command = {
  usage: [`export -- FILE [${leaveLetters}]`],
  summary: 'Writes all documents of a stopped Earshot, of its data folder or its cluster, into a new FILE',
  run: async (args, outside) => {
    const [file, flag, ...rest] = args;
    if (file === undefined || file.startsWith('-')) throw new UsageError('export needs a FILE');
    if (rest.length > 0 || (flag ?? leaveLetters) !== leaveLetters) {
      throw new UsageError(`unknown argument "${rest[0] ?? flag ?? ''}"`);
    }
    const installation = await openInstallation('export', orDefaultFolder(outside));
    try {
      await mustBeHandled(installation.bus);
      if (flag === undefined) await mustHaveNoLetters(installation.bus);
      const counts = await writeArchive(resolve(file), new Date(), collectionsOf(installation));
      for (const { database, collection, documents } of counts)
        outside.say(`${database}.${collection}: ${documents} documents`);
      outside.say(`written to ${resolve(file)}: it holds password hashes and what users wrote, so keep it to yourself`);
      return true;
    } finally {
      await installation.close();
    }
  },
};

/** Events that wait in documents travel with them; what is in the bus would be lost. */
async function mustBeHandled(bus: EventBus): Promise<void> {
  const waiting: string[] = [];
  for (const { group, topic } of lastingConsumers) {
    const lag = await bus.lag(group, topic);
    if (lag > 0) waiting.push(`${group} has ${lag} of ${topic}`);
  }
  if (waiting.length === 0) return;
  throw new Error(
    `Events are still to be handled: ${waiting.join(', ')}. Start Earshot once more, let running scans end, stop it and export again`,
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
    `There are dead letters, which an export cannot take along: ${found.join(', ')}. Replay them (npm run dlq), or leave them behind with ${leaveLetters}`,
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

/** What is there, declared today or not: nothing is lost for being of an older version. */
async function namesOf(connection: Connection): Promise<string[]> {
  const found = await connection.listCollections();
  return found
    .filter(({ name, type }) => type !== 'view' && !name.startsWith('system.'))
    .map(({ name }) => name)
    .sort();
}

/** As bytes, so that no type is lost; in the order of their ids, so that two exports of the same data are alike. */
async function* rawDocuments(connection: Connection, collection: string): AsyncGenerator<Uint8Array> {
  const cursor = connection.collection(collection).find({}, { raw: true, sort: { _id: 1 }, batchSize: 500 });
  for await (const document of cursor) {
    if (!Buffer.isBuffer(document)) throw new Error('the driver gave no bytes');
    yield document;
  }
}
