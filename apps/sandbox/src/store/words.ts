import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, readMeta, writeMeta } from './database.ts';

/**
 * Makes sure the word index covers the texts. It is built by the first search and not while loading: with a large file it takes
 * as long as everything else of the start, and most readers never search.
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
