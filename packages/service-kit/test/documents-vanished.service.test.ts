import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection, Schema } from 'mongoose';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsAway } from '../src/documents/documents-away.ts';
import { duplicateKeyPositions } from '../src/documents/duplicate-key.ts';
import { startEmbeddedDocuments } from '@earshot/embedded-mongo';
import { until } from '@earshot/core/testing';

const thing = new Schema<{ _id: number }>({ _id: { type: Number, required: true } });

let folder = '';
let connection: Connection | undefined;

/** Returns a model whose server answered once and then stopped. */
async function modelWithoutServer() {
  const server = await startEmbeddedDocuments({ folder });
  try {
    // A stalled machine can exceed the server selection timeout.
    const opened = await until('a connection', () =>
      mongoose
        .createConnection(server.uri, { dbName: 'd', serverSelectionTimeoutMS: 3_000 })
        .asPromise()
        .catch(() => null),
    );
    connection = opened;
    const model = opened.model('Thing', thing);
    await model.create({ _id: 1 });
    return model;
  } finally {
    await server.stop();
  }
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => Promise.reject(new Error('it must fail')),
    (error: unknown) => error,
  );
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-away-'));
});

afterEach(async () => {
  await connection?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an unavailable database', () => {
  it('is known from a single write, from an insert of many and from a bulk', async () => {
    const model = await modelWithoutServer();
    const failed = await Promise.all([
      errorOf(model.create({ _id: 2 })),
      errorOf(model.insertMany([{ _id: 3 }, { _id: 4 }], { ordered: false })),
      errorOf(model.collection.bulkWrite([{ deleteMany: { filter: {} } }], { ordered: false })),
    ]);
    expect(failed.map(documentsAway)).toEqual([true, true, true]);
  });

  it('makes the lookup of duplicates throw', async () => {
    const model = await modelWithoutServer();
    const failed = await errorOf(model.insertMany([{ _id: 3 }, { _id: 4 }], { ordered: false, lean: true }));
    expect(() => duplicateKeyPositions(failed)).toThrow();
  });
});
