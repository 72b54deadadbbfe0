import { kafkaForTests, type KafkaServer, mongoForTests, type UrlServer } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databases } from '../src/product.ts';
import { documentsIn, fill, use } from './moving.ts';
import { run } from './operate.ts';

/** Allows for shared servers on a busy machine. */

await describeWhen('export and import of a cluster', { servers: ['mongo', 'kafka'] }, () => {
  let mongo: UrlServer;
  let kafka: KafkaServer;
  let place: string;
  beforeAll(async () => {
    [mongo, kafka] = await Promise.all([mongoForTests(), kafkaForTests()]);
    place = await mkdtemp(join(tmpdir(), 'earshot-export-'));
  });
  afterAll(async () => {
    await rm(place, { recursive: true, force: true });
    await Promise.all([mongo.stop(), kafka.stop()]);
  });

  it('moves data from a folder to MongoDB and back without loss or change', async () => {
    const namespace = `t${randomUUID().slice(0, 8)}`;
    const cluster = { MONGODB_URL: mongo.url, KAFKA_BROKERS: kafka.brokers.join(','), EARSHOT_NAMESPACE: namespace };
    const [folder, back] = [join(place, 'data'), join(place, 'back')];
    const [there, again] = [join(place, 'there.gz'), join(place, 'again.gz')];
    const { userId, leads } = await fill(folder);
    expect(leads).toBeGreaterThan(0);
    expect(await run(['export', there], { EARSHOT_DATA: folder })).toMatchObject({ code: 0 });

    const early = await run(['import', there], { MONGODB_URL: mongo.url, EARSHOT_NAMESPACE: namespace });
    expect([early.code, early.lines.join()]).toEqual([1, expect.stringContaining('Run `npm run indexes` first')]);
    for (const args of [['topics'], ['indexes'], ['import', there], ['import', there, '--merge'], ['export', again]]) {
      const settings: Record<string, string> = { ...cluster };
      if (args[0] === 'import') delete settings['KAFKA_BROKERS'];
      expect([args, await run(args, settings)]).toEqual([args, expect.objectContaining({ code: 0 })]);
    }
    expect(await documentsIn(again)).toEqual(await documentsIn(there));

    expect(await run(['import', again], { EARSHOT_DATA: back })).toMatchObject({ code: 0 });
    expect(await use(back, userId)).toEqual({ signedInAs: userId, leads, found: 0 });
    const client = new MongoClient(mongo.url);
    await Promise.all(databases.map(({ name }) => client.db(`${namespace}_${name}`).dropDatabase()));
    await client.close();
  });
});
