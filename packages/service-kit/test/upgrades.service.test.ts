import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import { Schema } from 'mongoose';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { fillMissingFields, unfinishedUpgrades } from '../src/documents/upgrades.ts';
import type { Upgrade } from '../src/documents/upgrades.ts';
import { defineService } from '../src/service/service.ts';

interface Note {
  _id: string;
  name: string;
  source?: string;
}

const upgrade: Upgrade = { collection: 'notes', fill: { source: 'first' }, replaces: { name: 1 } };
/** More than two batches. */
const count = 2_500;

function noteModel(documents: Connection, fields: Record<string, 1>) {
  const schema = new Schema<Note>({ _id: String, name: String, source: String }, { versionKey: false });
  schema.index(fields, { unique: true });
  return documents.model<Note>('Note', schema, 'notes');
}

function version(fields: Record<string, 1>, upgrades: readonly Upgrade[] = []) {
  return defineService({
    name: 'lead',
    database: 'notes',
    config: z.object({}),
    models: (documents) => [noteModel(documents, fields)],
    upgrades,
    serves: [],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({}),
  });
}
const before = version({ name: 1 });
const after = version({ source: 1, name: 1 }, [upgrade]);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrades-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withDocuments<T>(service: typeof before, use: (documents: Connection) => Promise<T>): Promise<T> {
  const services = await startTestServices([service], { folder });
  try {
    return await use(services.platformOf('lead').documents);
  } finally {
    await services.stop();
  }
}

const insertOldNotes = (documents: Connection) =>
  documents
    .collection<Note>('notes')
    .insertMany(Array.from({ length: count }, (_, n) => ({ _id: String(n), name: `note ${n}` })));

const indexNames = async (documents: Connection) =>
  (await documents.collection('notes').indexes()).map(({ name }) => name).toSorted();

const filled = (documents: Connection) => documents.collection('notes').countDocuments({ source: 'first' });

it('old documents get the field when the new version opens them, and the old index makes room for the new one', async () => {
  await withDocuments(before, insertOldNotes);
  await withDocuments(after, async (documents) => {
    expect(await filled(documents)).toBe(count);
    expect(await indexNames(documents)).toEqual(['_id_', 'source_1_name_1']);
    await documents.collection<Note>('notes').insertOne({ _id: 'other', name: 'note 1', source: 'second' });
  });
});

it('an interrupted upgrade is completed at the next start', async () => {
  await withDocuments(before, async (documents) => {
    await insertOldNotes(documents);
    const notes = documents.collection('notes');
    const write = notes.bulkWrite.bind(notes);
    // Leaves the work as a killed process would.
    const spy = jest
      .spyOn(notes, 'bulkWrite')
      .mockImplementationOnce(write)
      .mockRejectedValue(new Error('interrupted'));
    await expect(fillMissingFields(documents, [upgrade])).rejects.toThrow('interrupted');
    spy.mockRestore();
    expect(await filled(documents)).toBe(1_000);
    expect(await indexNames(documents)).toContain('name_1');
  });
  await withDocuments(after, async (documents) => {
    expect(await filled(documents)).toBe(count);
    expect(await indexNames(documents)).toEqual(['_id_', 'source_1_name_1']);
    expect(await fillMissingFields(documents, [upgrade])).toBe(0);
  });
});

it('derived fields are written where they lack or were left behind, once, before their index is built', async () => {
  const derive = {
    from: ['name'],
    fields: ({ name }: Readonly<Record<string, unknown>>) => ({ letters: String(name).length }),
  };
  const builds = { letters: 1 } as const;
  const deriving = version({ name: 1 }, [{ collection: 'notes', fill: {}, derive, replaces: { gone: 1 }, builds }]);
  await withDocuments(before, insertOldNotes);
  await withDocuments(deriving, async (documents) => {
    const notes = documents.collection<Note>('notes');
    expect(await notes.countDocuments({ letters: { $exists: true } })).toBe(count);
    expect(await notes.countDocuments({ letters: 'note 1000'.length })).toBe(1_500);
    // As a replica of the earlier version does, which knows nothing of the field.
    await notes.updateOne({ _id: '7' }, { $set: { name: 'longer than before' } });
    const upgrades = deriving.upgrades ?? [];
    expect(await fillMissingFields(documents, upgrades)).toBe(1);
    expect(await notes.findOne({ _id: '7' })).toMatchObject({ letters: 'longer than before'.length });
    expect(await fillMissingFields(documents, upgrades)).toBe(0);
    // Until the index is built, each start repeats the upgrade; then it costs nothing.
    expect(await unfinishedUpgrades(documents, upgrades)).toHaveLength(1);
    await notes.createIndex(builds);
    expect(await unfinishedUpgrades(documents, upgrades)).toEqual([]);
  });
});

it('replicas of the earlier version read and write during the upgrade, and a later run fills their documents', async () => {
  await withDocuments(before, async (documents) => {
    await insertOldNotes(documents);
    const old = noteModel(documents, { name: 1 });
    await fillMissingFields(documents, [upgrade]);
    expect(await old.findOne({ name: 'note 7' }).lean()).toMatchObject({ _id: '7', source: 'first' });
    await old.updateOne({ name: 'note 7' }, { $set: { name: 'changed' } });
    await old.create({ _id: 'late', name: 'late' });
    expect(await fillMissingFields(documents, [upgrade])).toBe(1);
    expect(await old.findById('7').lean()).toEqual({ _id: '7', name: 'changed', source: 'first' });
  });
});
