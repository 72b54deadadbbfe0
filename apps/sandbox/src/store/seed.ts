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
  /** Position among the posts that arrive later, or null for a post that exists from the start. */
  reserve: number | null;
}

export interface SeedPost {
  id: string;
  score: number;
  numComments: number;
  createdAt: number;
}

export interface Seeder {
  /** Adds a text and, unless it waits in the reserve, its post. Returns false when the id already exists. */
  add(text: SeedText, post: SeedPost | null): boolean;
}

/** Whether the database contains exactly the data of `fingerprint`. */
export function isSeeded(database: DatabaseSync, fingerprint: string): boolean {
  return readMeta(database, 'source') === `${SCHEMA_VERSION}:${fingerprint}`;
}

/**
 * Removes the posts, texts and communities. Tokens and the texts written by accounts stay. Call it inside a
 * transaction, before filling the site.
 */
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

/** Records that the site contains the data of `fingerprint`. Call it inside the transaction that filled the site. */
export function finishSeed(
  database: DatabaseSync,
  site: { fingerprint: string; firstLoadAt: number; arrivalsPerHour: number; communities: readonly Community[] },
): void {
  writeCommunities(database, site.communities);
  writeMeta(database, 'firstLoadAt', String(site.firstLoadAt));
  writePlan(database, { perHour: site.arrivalsPerHour, anchorAt: site.firstLoadAt, anchorCount: 0, arrived: 0 });
  writeMeta(database, 'source', `${SCHEMA_VERSION}:${site.fingerprint}`);
}
