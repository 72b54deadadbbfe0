import { describeWhen } from '@earshot/testing/describe-when';
import { mongoForTests, type UrlServer } from '@earshot/testing';
import { checkIndexes } from '@earshot/service-kit/operations';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { databases } from '../src/product.ts';
import { run } from './operate.ts';

let server: UrlServer;
let client: MongoClient;
let namespace: string;

await describeWhen('indexes in MongoDB', { servers: ['mongo'] }, () => {
  beforeAll(async () => {
    server = await mongoForTests();
    client = await new MongoClient(server.url).connect();
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });
  beforeEach(() => {
    namespace = `t${randomUUID().slice(0, 8)}`;
  });
  afterEach(() => Promise.all(databases.map(({ name }) => database(name).dropDatabase())));

  it('are built once, as the services declare them', async () => {
    const first = await indexes();
    expect(first.code).toBe(0);
    expect(first.lines).toContain(`built  ${namespace}_auth.users (emailKey)`);
    for (const { name } of databases) await check(name);
    const second = await indexes();
    expect([second.code, second.lines.filter((line) => !line.startsWith('kept'))]).toEqual([0, []]);
  });

  it('can be built by two concurrent runs', async () => {
    expect((await Promise.all([indexes(), indexes(), indexes()])).map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const { name } of databases) await check(name);
  });

  it('names documents that violate a unique index and builds all other indexes', async () => {
    const emailKey = 'same@example.test\u001b[2J';
    await users().insertMany([{ emailKey }, { emailKey }, { emailKey: 'other@example.test' }]);
    const { code, lines } = await indexes();
    const failed = lines.filter((line) => line.startsWith('FAILED'));
    expect([code, failed]).toEqual([1, [expect.stringContaining('2 documents have the same (emailKey)')]]);
    expect(failed.join()).toContain('same@example.test');
    expect(failed.join()).not.toContain('\u001b');
    await expect(check('auth')).rejects.toThrow('lacks indexes: users (emailKey)');
    await users().deleteOne({ emailKey });
    expect((await indexes()).code).toBe(0);
    await check('auth');
  });

  it('explains how to fix an index with other options and keeps it; a service refuses to start with it', async () => {
    await users().createIndex({ emailKey: 1 });
    const { code, lines } = await indexes();
    expect(code).toBe(1);
    expect(lines.join()).toContain('the index "emailKey_1" over these fields is not unique, declared is unique');
    expect(lines.join()).toContain('db.getCollection("users").dropIndex("emailKey_1")');
    await expect(check('auth')).rejects.toThrow('other terms than declared: users (emailKey)');
    await users().dropIndex('emailKey_1');
    expect((await indexes()).code).toBe(0);
    await check('auth');
  });
});

function indexes() {
  return run(['indexes'], { MONGODB_URL: server.url, EARSHOT_NAMESPACE: namespace });
}

function database(name: string) {
  return client.db(`${namespace}_${name}`);
}

function users() {
  return database('auth').collection('users');
}

/** Connects as a starting service does. */
async function check(name: string): Promise<void> {
  const own = databases.find((one) => one.name === name);
  const documents = await mongoose.createConnection(server.url, { dbName: `${namespace}_${name}` }).asPromise();
  try {
    await checkIndexes({ documents, models: own?.models(documents) ?? [] });
  } finally {
    await documents.close();
  }
}
