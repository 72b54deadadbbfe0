import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDocuments } from '@earshot/embedded-mongo';
import { describeOutbox } from './suite/outbox-suite.ts';

describeOutbox('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-outbox-'));
  const server = await startEmbeddedDocuments({ folder });
  return {
    uri: server.uri,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
});
