import { expect } from '@jest/globals';
import { MongoServerError } from 'mongodb';
import { type Case, refusal, testCase, type Topic, valuesOf } from './world.ts';

const collections: Case[] = [
  testCase('listCollections returns names and types', async (world) => {
    const db = world.client.db(world.newName());
    await db.createCollection('one');
    await db.collection('two').insertOne({ a: 1 });
    const listed = (await db.listCollections().toArray()).sort((a, b) => a.name.localeCompare(b.name));
    expect(listed).toMatchObject([
      { name: 'one', type: 'collection' },
      { name: 'two', type: 'collection' },
    ]);
    expect(await db.listCollections({ name: 'two' }, { nameOnly: true }).toArray()).toHaveLength(1);
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
  }),
  testCase('creating an existing collection keeps its documents', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    const made = await world.db.createCollection(collection.collectionName).catch((error: unknown) => error);
    if (made instanceof MongoServerError) expect(made.code).toBe(48);
    expect(await collection.countDocuments()).toBe(1);
  }),
  testCase('drop removes documents and can be repeated', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    expect(await collection.drop()).toBe(true);
    expect(await collection.countDocuments()).toBe(0);
    await collection.insertOne({ _id: 1, again: true });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, again: true }]);
  }),
  testCase('collection names are case-sensitive and may contain dots, spaces and other scripts', async (world) => {
    const names = ['Case', 'case', 'with.dot', 'with space', 'quote\'"`', 'leads_日本', 'a-b', '100%', 'semi;colon--'];
    const db = world.client.db(world.newName());
    for (const name of names) await db.collection(name).insertOne({ name });
    for (const name of names) expect(valuesOf(await db.collection(name).find().toArray(), 'name')).toEqual([name]);
    expect((await db.listCollections().toArray()).map(({ name }) => name).sort()).toEqual([...names].sort());
    await db.dropDatabase();
  }),
  testCase('an empty collection name or one with a dollar sign is refused with code 73', async (world) => {
    for (const insert of ['', 'a$b']) {
      expect(await refusal(world.db.command({ insert, documents: [{ a: 1 }] }))).toMatchObject({ code: 73 });
    }
  }),
];

const databases: Case[] = [
  testCase('databases are separate', async (world) => {
    const [one, two] = [world.client.db(world.newName()), world.client.db(world.newName())];
    await one.collection('same').insertOne({ n: 1 });
    await two.collection('same').insertMany([{ n: 2 }, { n: 3 }]);
    expect(await one.collection('same').countDocuments()).toBe(1);
    await one.dropDatabase();
    expect(await one.collection('same').countDocuments()).toBe(0);
    expect(await two.collection('same').countDocuments()).toBe(2);
    await two.dropDatabase();
  }),
  testCase('listDatabases returns a database while it has collections', async (world) => {
    const name = world.newName();
    const names = async () => (await world.client.db('admin').admin().listDatabases()).databases.map((db) => db.name);
    await world.client.db(name).collection('c').insertOne({ a: 1 });
    expect(await names()).toContain(name);
    await world.client.db(name).dropDatabase();
    expect(await names()).not.toContain(name);
  }),
];

const server: Case[] = [
  testCase('hello returns the limits of the server', async (world) => {
    const hello = await world.client.db('admin').command({ hello: 1 });
    expect(hello).toMatchObject({
      ok: 1,
      isWritablePrimary: true,
      maxBsonObjectSize: 16777216,
      maxWriteBatchSize: 100000,
    });
    expect(hello['maxWireVersion']).toBeGreaterThanOrEqual(8);
    expect(hello['localTime']).toBeInstanceOf(Date);
  }),
  testCase('ping and buildInfo work', async (world) => {
    expect(await world.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect((await world.db.admin().buildInfo())['version']).toMatch(/^\d+\.\d+\.\d+/);
  }),
  testCase('an unknown command is refused with code 59 and its name', async (world) => {
    const error = await refusal(world.db.command({ makeCoffee: 1 }));
    expect(error).toMatchObject({ code: 59, codeName: 'CommandNotFound' });
    expect(error.message).toMatch(/makeCoffee/);
  }),
  testCase('the error for an unknown field of a command names it', async (world) => {
    const { collectionName } = await world.collection([{ _id: 1 }]);
    const error = await refusal(world.db.command({ find: collectionName, filtre: { _id: 2 } }));
    expect(error.message).toMatch(/filtre/);
  }),
  testCase('the error for an unknown field of a statement names it', async (world) => {
    const collection = await world.collection([{ _id: 1 }]);
    const updates = [{ q: {}, u: { $set: { a: 1 } }, upsret: true }];
    const error = await refusal(world.db.command({ update: collection.collectionName, updates }));
    expect(error.message).toMatch(/upsret/);
    expect(await collection.findOne()).toEqual({ _id: 1 });
  }),
  testCase('a wrong type in a command is refused', async (world) => {
    const { collectionName } = await world.collection([{ _id: 1 }]);
    expect(await refusal(world.db.command({ find: collectionName, filter: 'all' }))).toMatchObject({ code: 14 });
    await refusal(world.db.command({ find: collectionName, limit: 'all' }));
  }),
];

export const adminTopics: readonly Topic[] = [
  { topic: 'collections', cases: collections },
  { topic: 'databases', cases: databases },
  { topic: 'server commands', cases: server },
];
