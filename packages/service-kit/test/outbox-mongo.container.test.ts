import { afterAll, beforeAll } from '@jest/globals';
import { mongoForTests, type UrlServer } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { describeOutbox } from './suite/outbox-suite.ts';

await describeWhen('outbox: mongo', { servers: ['mongo'] }, () => {
  let server: UrlServer;
  beforeAll(async () => {
    server = await mongoForTests();
  });
  afterAll(() => server.stop());

  describeOutbox('mongo', async () => ({ uri: server.url, close: async () => {} }));
});
