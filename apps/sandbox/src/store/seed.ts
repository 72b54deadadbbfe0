import type { DatabaseSync } from 'node:sqlite';
import type { Community } from '../domain/types.ts';
import { writePlan } from './arrivals.ts';
import { writeCommunities } from './communities.ts';
import { readMeta, SCHEMA_VERSION, writeMeta } from './database.ts';

export interface SeedText {
  community: string;
  title: string;
  selftext: string;
  flair: string | null;
  url: string | null;
  over18: boolean;
  author: string;
  /** Place in the queue of posts that arrive later; null for a post that is there from the start. */
  reserve: number | null;
}

export interface SeedPost {
  id: string;
  score: number;
  numComments: number;
  createdAt: number;
}

export interface Seeder {
  /** Adds a text and, unless it waits in the reserve, its post; false when the id is there already. */
  add(text: SeedText, post: SeedPost | null): boolean;
}

/** True when the file holds exactly what `fingerprint` names. */
export function isSeeded(database: DatabaseSync, fingerprint: string): boolean {
  return readMeta(database, 'source') === `${SCHEMA_VERSION}:${fingerprint}`;
}

/** Empties the site but keeps its tokens. Call inside a transaction, before `seeder`. */
export function clearSite(database: DatabaseSync): void {
  database.exec(
    "DELETE FROM posts; DELETE FROM texts; DELETE FROM communities; DELETE FROM meta WHERE key <> 'firstLoadAt';",
  );
}

export function createSeeder(database: DatabaseSync): Seeder {
  const known = database.prepare('SELECT 1 FROM posts WHERE id = ?');
  const insertText = database.prepare(
    'INSERT INTO texts (community, title, selftext, flair, url, over18, author, reserve) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertPost = database.prepare(
    'INSERT INTO posts (id, text_id, community, author, score, num_comments, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    add(text, post) {
      if (post !== null && known.get(post.id) !== undefined) return false;
      const key = text.community.toLowerCase();
      const { title, selftext, flair, url, author, reserve } = text;
      const inserted = insertText.run(key, title, selftext, flair, url, text.over18 ? 1 : 0, author, reserve);
      if (post !== null) {
        insertPost.run(post.id, inserted.lastInsertRowid, key, author, post.score, post.numComments, post.createdAt);
      }
      return true;
    },
  };
}

/** Marks the site as holding `fingerprint`. Call inside the transaction that filled it. */
export function finishSeed(
  database: DatabaseSync,
  site: { fingerprint: string; firstLoadAt: number; arrivalsPerHour: number; communities: readonly Community[] },
): void {
  writeCommunities(database, site.communities);
  writeMeta(database, 'firstLoadAt', String(site.firstLoadAt));
  writePlan(database, { perHour: site.arrivalsPerHour, anchorAt: site.firstLoadAt, anchorCount: 0, arrived: 0 });
  writeMeta(database, 'source', `${SCHEMA_VERSION}:${site.fingerprint}`);
}
