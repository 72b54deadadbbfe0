import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDocuments } from '../src/index.ts';
import { describeDocuments } from './suite/documents-suite.ts';

describeDocuments('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-documents-'));
  const server = await startEmbeddedDocuments({ folder });
  return {
    uri: server.uri,
    kind: 'embedded',
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
});
