import { mongoForTests } from '../src/testing/containers.ts';
import { describeWhen } from '../src/testing/describe-when.ts';
import { describeDocuments } from '../src/testing/documents-suite.ts';

await describeWhen('documents: mongo', { servers: ['mongo'] }, () =>
  describeDocuments('mongo', async () => {
    const server = await mongoForTests();
    return { uri: server.url, kind: 'server', close: server.stop };
  }),
);
