import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, readMeta, writeMeta } from './database.ts';

/**
 * Builds the full-text index at the first search instead of during loading. With a large file it takes as long as the
 * rest of the start, and most users never search.
 */
export function createWordIndex(database: DatabaseSync): { ensure(): void } {
  let built = readMeta(database, 'words') === 'built';
  return {
    ensure() {
      if (built) return;
      inTransaction(database, () => {
        database.exec("INSERT INTO texts_words (texts_words) VALUES ('rebuild')");
        writeMeta(database, 'words', 'built');
      });
      built = true;
    },
  };
}
