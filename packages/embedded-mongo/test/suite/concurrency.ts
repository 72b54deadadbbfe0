import { expect } from '@jest/globals';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { type Case, testCase, type Topic, type World } from './world.ts';

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Opens separate clients, and therefore separate connections, and closes them after `work`. */
async function withClients(
  world: World,
  count: number,
  work: (clients: MongoClient[]) => Promise<void>,
): Promise<void> {
  const clients = times(count, () => new MongoClient(world.uri));
  try {
    await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

const races: Case[] = [
  testCase('50 concurrent increments add 50', async (world) => {
    const collection = await world.collection([{ _id: 1, n: 0 }]);
    await Promise.all(times(50, () => collection.updateOne({ _id: 1 }, { $inc: { n: 1 } })));
    expect(await collection.findOne()).toEqual({ _id: 1, n: 50 });
  }),
  testCase('50 concurrent increments with findOneAndUpdate return 50 different numbers', async (world) => {
    const collection = await world.collection([{ _id: 1, n: 0 }]);
    const options = { returnDocument: 'after' } as const;
    const found = await Promise.all(
      times(50, () => collection.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, options)),
    );
    expect(found.map((doc) => Number(doc?.['n'])).sort((a, b) => a - b)).toEqual(times(50, (n) => n + 1));
  }),
  testCase('50 concurrent upserts of one unique key create one document', async (world) => {
    const collection = await world.collection();
    await collection.createIndex({ k: 1 }, { unique: true });
    const outcome = (): Promise<unknown> =>
      collection.updateOne({ k: 'x' }, { $setOnInsert: { made: 1 } }, { upsert: true }).then(
        () => 'done',
        (error: unknown) => (error instanceof MongoServerError ? error.code : error),
      );
    const outcomes = await Promise.all(times(50, outcome));
    expect(await collection.countDocuments()).toBe(1);
    // FerretDB exposes deadlocks of PostgreSQL, so the caller must retry there, as after 11000.
    const known = world.server === 'ferretdb' ? ['done', 11000, 16908292] : ['done', 11000];
    for (const one of outcomes) expect(known).toContain(one);
  }),
  testCase('of 50 concurrent inserts of one unique key one succeeds and all others fail', async (world) => {
    const collection = await world.collection();
    await collection.createIndex({ k: 1 }, { unique: true });
    const results = await Promise.allSettled(times(50, (n) => collection.insertOne({ _id: n, k: 'x' })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await collection.countDocuments()).toBe(1);
  }),
  testCase('findOneAndUpdate as a queue gives each task to one worker', async (world) => {
    const collection = await world.collection(times(60, (n) => ({ _id: n, state: 'waiting', rank: (n * 7) % 60 })));
    await collection.createIndex({ state: 1, rank: 1 });
    const taken: unknown[] = [];
    await withClients(world, 3, async (clients) => {
      const worker = async (client: MongoClient): Promise<void> => {
        const tasks = client.db(world.db.databaseName).collection(collection.collectionName);
        for (;;) {
          const task = await tasks.findOneAndUpdate(
            { state: 'waiting' },
            { $set: { state: 'taken' } },
            { sort: { rank: 1 } },
          );
          if (!task) return;
          taken.push(task._id);
        }
      };
      await Promise.all([...clients, ...clients].map(worker));
    });
    expect(taken).toHaveLength(60);
    expect(new Set(taken).size).toBe(60);
  }),
  testCase('of 20 optimistic updates of the same version one succeeds', async (world) => {
    const collection = await world.collection([{ _id: 1, v: 0 }]);
    const results = await Promise.all(
      times(20, (by) => collection.updateOne({ _id: 1, v: 0 }, { $set: { by }, $inc: { v: 1 } })),
    );
    expect(results.map((result) => result.modifiedCount).reduce((a, b) => a + b)).toBe(1);
    expect((await collection.findOne())?.['v']).toBe(1);
  }),
  testCase('50 concurrent pushes are all stored', async (world) => {
    const collection = await world.collection([{ _id: 1, list: [] }]);
    const push = (n: number): Document => ({ $push: { list: n } });
    await Promise.all(times(50, (n) => collection.updateOne({ _id: 1 }, push(n))));
    const list: unknown = (await collection.findOne())?.['list'];
    expect(list).toHaveLength(50);
    expect(list).toEqual(expect.arrayContaining(times(50, (n) => n)));
  }),
  testCase('a later read of another client sees an acknowledged write', async (world) => {
    const collection = await world.collection();
    await withClients(world, 1, async ([client]) => {
      const other = client?.db(world.db.databaseName).collection(collection.collectionName);
      for (let n = 0; n < 30; n++) {
        await collection.insertOne({ _id: n });
        expect(await other?.countDocuments()).toBe(n + 1);
      }
    });
  }),
  testCase('pipelined writes of one client keep their order', async (world) => {
    const collection = await world.collection([{ _id: 1, log: [] }]);
    const client = new MongoClient(world.uri, { maxPoolSize: 1 });
    try {
      await client.connect();
      const mine = client.db(world.db.databaseName).collection<Document>(collection.collectionName);
      const push = (n: number): Document => ({ $push: { log: n } });
      await Promise.all(times(30, (n) => mine.updateOne({}, push(n))));
    } finally {
      await client.close();
    }
    expect((await collection.findOne())?.['log']).toEqual(times(30, (n) => n));
  }),
  testCase('concurrent unordered batches insert each unique key once', async (world) => {
    const collection = await world.collection();
    await collection.createIndex({ k: 1 }, { unique: true });
    const batch = (by: number) => times(40, (n) => ({ _id: `${by}-${n}`, k: n }));
    const work = times(5, (by) => collection.insertMany(batch(by), { ordered: false }));
    const results = await Promise.allSettled(work);
    expect(results.filter((result) => result.status === 'rejected').length).toBeGreaterThanOrEqual(4);
    expect((await collection.distinct('k')).sort((a, b) => a - b)).toEqual(times(40, (n) => n));
    expect(await collection.countDocuments()).toBe(40);
  }),
];

export const concurrencyTopics: readonly Topic[] = [{ topic: 'concurrency', cases: races }];
