import { afterAll, beforeAll } from '@jest/globals';
import type { UrlServer } from '../src/testing/containers.ts';
import { mongoForTests } from '../src/testing/containers.ts';
import { describeWhen } from '../src/testing/describe-when.ts';
import { describeOutbox } from '../src/testing/outbox-suite.ts';

await describeWhen('outbox: mongo', { servers: ['mongo'] }, () => {
  let server: UrlServer;
  beforeAll(async () => {
    server = await mongoForTests();
  });
  afterAll(() => server.stop());

  describeOutbox('mongo', async () => ({ uri: server.url, close: async () => {} }));
});
