import type { UrlServer } from '@earshot/testing';
import { mongoForTests } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { databases } from '../src/product.ts';
import { run } from './operate.ts';
import { archive, counts, sessions, writeSealingKeys } from './previous-version-data.ts';

await describeWhen('data of the previous version in MongoDB', { servers: ['mongo'] }, () => {
  let server: UrlServer;
  let client: MongoClient;
  const namespace = `t${randomUUID().slice(0, 8)}`;
  const collectionOf = (full: string) => {
    const [database = '', collection = ''] = full.split('.');
    return client.db(`${namespace}_${database}`).collection(collection);
  };
  const command = (...args: string[]) => run(args, { MONGODB_URL: server.url, EARSHOT_NAMESPACE: namespace });
  beforeAll(async () => {
    server = await mongoForTests();
    client = await new MongoClient(server.url).connect();
  });
  afterAll(async () => {
    await Promise.all(databases.map(({ name }) => client.db(`${namespace}_${name}`).dropDatabase()));
    await client.close();
    await server.stop();
  });

  it('the archive is imported with every count equal, and names its source', async () => {
    expect(await command('indexes')).toMatchObject({ code: 0 });
    const folder = await mkdtemp(join(tmpdir(), 'earshot-keys-'));
    const SEALING_KEYS_FILE = await writeSealingKeys(folder);
    const settings = { MONGODB_URL: server.url, EARSHOT_NAMESPACE: namespace, SEALING_KEYS_FILE };
    expect(await run(['import', archive], settings)).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
    for (const [full, count] of Object.entries(counts)) {
      const expected = full === sessions ? 0 : count;
      expect([full, await collectionOf(full).countDocuments()]).toEqual([full, expected]);
    }
    for (const full of ['lead.leads', 'lead.subreddits', 'outreach.reddit_accounts']) {
      expect(await collectionOf(full).distinct('source')).toEqual(['reddit']);
    }
    const after = await command('indexes');
    expect([after.code, after.lines.filter((line) => !line.startsWith('kept'))]).toEqual([0, []]);
  });

  it('is upgraded in place while replicas of the previous version still write; their index goes last', async () => {
    const leads = collectionOf('lead.leads');
    // As the previous version left it.
    await leads.updateMany({}, { $unset: { source: 1 } });
    await leads.createIndex({ userId: 1, redditPostId: 1 }, { unique: true });
    await leads.dropIndex('userId_1_redditPostId_1_source_1');
    const count = await leads.countDocuments();
    const filled = `filled ${namespace}_lead: ${count} documents of an earlier version`;

    const first = await command('indexes');
    expect([first.code, first.lines]).toEqual([0, expect.arrayContaining([filled])]);
    expect(first.lines).toContain(`built  ${namespace}_lead.leads (userId, redditPostId, source)`);
    expect(await leads.distinct('source')).toEqual(['reddit']);
    const written = await leads.findOne({});
    await expect(
      leads.insertOne({ userId: written?.['userId'], redditPostId: written?.['redditPostId'] }),
    ).rejects.toMatchObject({ code: 11_000 });
    await leads.insertOne({ userId: 'somebody', redditPostId: 't3_late' });

    const second = await command('indexes');
    expect(second.lines).toContain(`filled ${namespace}_lead: 1 documents of an earlier version`);
    expect(second.lines.join()).not.toContain('dropped');
    const third = await command('indexes');
    expect(third.lines).toContain(
      `dropped ${namespace}_lead.leads.userId_1_redditPostId_1: this version has replaced it`,
    );
    const last = await command('indexes');
    expect([last.code, last.lines.filter((line) => !line.startsWith('kept'))]).toEqual([0, []]);
  });
});
