import { describe, expect, it } from '@jest/globals';
import { generatedFiles } from '../src/files.ts';
import { formatted, written } from '../src/generated.ts';

describe('files that are written from code', () => {
  it('match the code; otherwise run `npm run chart`', async () => {
    for (const file of await generatedFiles())
      expect([file.path, await written(file.path)]).toEqual([file.path, await formatted(file)]);
  });
});
