import { mongoForTests } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { describeDocuments } from './suite/documents-suite.ts';

await describeWhen('documents: mongo', { servers: ['mongo'] }, () =>
  describeDocuments('mongo', async () => {
    const server = await mongoForTests();
    return { uri: server.url, kind: 'server', close: server.stop };
  }),
);
