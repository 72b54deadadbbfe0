import type { DatabaseSync } from 'node:sqlite';
import { SPECIAL_NAMES } from '../domain/faults.ts';
import { ERRORS_COMMUNITY } from '../domain/types.ts';
import { writeCommunities } from './communities.ts';
import { unknownCommunity } from './community-facts.ts';
import { inTransaction } from './database.ts';
import { createSeeder } from './seed.ts';

/** These ids are shorter than every id of the samples, and not in the order of their times. */
const FIRST_ERROR_ID = Number.parseInt('sbx00', 36);
const AGE_SECONDS = 8 * 86_400;

/**
 * Adds one post by each special name to r/sandbox_errors. The name determines how comments on the post fail. The posts
 * read like those of buyers, so a scan of the community finds leads. Call it after the site was filled.
 */
export function ensureErrorPosts(database: DatabaseSync, now: number): void {
  inTransaction(database, () => {
    const seeder = createSeeder(database);
    const community = { ...unknownCommunity(ERRORS_COMMUNITY, 'unlisted'), title: 'Posts that refuse comments' };
    const publicDescription =
      'The author of each post is named after the result of a comment below it, or of a message to its author.';
    writeCommunities(database, [{ ...community, publicDescription }]);
    SPECIAL_NAMES.forEach(({ name, meaning }, place) => {
      const id = (FIRST_ERROR_ID + place).toString(36);
      if (database.prepare('SELECT 1 FROM posts WHERE id = ?').get(id) !== undefined) return;
      const text = {
        community: ERRORS_COMMUNITY,
        title: `Looking for a tool that can do this for a small team (${name})`,
        selftext:
          'We do all of it by hand at the moment and it takes hours every week. Which software would you recommend? ' +
          `Happy to pay for something good.\n\nA comment here, or a message to u/${name}: ${meaning}.`,
        flair: null,
        url: null,
        over18: false,
        author: name,
        reserve: null,
      };
      seeder.add(text, { id, score: 1, numComments: 0, createdAt: now - AGE_SECONDS + place * 60 });
    });
  });
}
