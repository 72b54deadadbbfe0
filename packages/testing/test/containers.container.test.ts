import { expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { startMongo } from '../src/containers.ts';
import { describeWhen } from '../src/describe-when.ts';

await describeWhen('a container of one’s own', { servers: ['mongo'], own: true }, () => {
  it('keeps its address and its data across a kill and a restart', async () => {
    const server = await startMongo();
    try {
      const before = new MongoClient(server.url);
      await before.db('kept').collection<{ _id: string }>('things').insertOne({ _id: 'a' });
      await before.close();
      await server.kill();
      await server.start();
      const after = new MongoClient(server.url);
      expect(await after.db('kept').collection('things').find().toArray()).toEqual([{ _id: 'a' }]);
      await after.close();
    } finally {
      await server.stop();
    }
  });
});
