import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ERRORS_COMMUNITY, type Post, type PostStore } from '../domain/types.ts';
import { createArrivals } from './arrivals.ts';

const idRow = z.object({ id: z.string() });

const postRow = z
  .object({
    id: z.string(),
    community: z.string(),
    author: z.string(),
    title: z.string(),
    selftext: z.string(),
    flair: z.string().nullable(),
    url: z.string().nullable(),
    over18: z.number(),
    score: z.number(),
    num_comments: z.number(),
    created_at: z.number(),
  })
  .transform((row): Post => ({
    id: row.id,
    community: row.community,
    author: row.author,
    title: row.title,
    selftext: row.selftext,
    flair: row.flair,
    url: row.url,
    over18: row.over18 === 1,
    score: row.score,
    numComments: row.num_comments,
    createdAt: row.created_at,
  }));

/**
 * Reads posts from the site's database. It builds answers from SQL rows each time and holds nothing in memory between
 * calls.
 */
export function createPostStore(database: DatabaseSync, options: { arrivalsPerHour: number }): PostStore {
  const arrivals = createArrivals(database, options.arrivalsPerHour);
  return {
    newest(communities, limit) {
      const open = communities === null ? 'community <> ?' : `community IN (${communities.map(() => '?').join(', ')})`;
      const values = communities?.map((name) => name.toLowerCase()) ?? [ERRORS_COMMUNITY];
      return database
        .prepare(`SELECT id FROM posts WHERE ${open} ORDER BY created_at DESC, seq DESC LIMIT ?`)
        .all(...values, limit)
        .map((row) => idRow.parse(row).id);
    },
    byIds(ids) {
      if (ids.length === 0) return [];
      const rows = database
        .prepare(
          `SELECT p.id, c.name AS community, p.author, t.title, t.selftext, t.flair, t.url, t.over18, p.score, p.num_comments, p.created_at
           FROM posts p JOIN texts t ON t.text_id = p.text_id JOIN communities c ON c.key = p.community
           WHERE p.id IN (${ids.map(() => '?').join(', ')})`,
        )
        .all(...ids);
      const found = new Map(rows.map((row) => postRow.parse(row)).map((post) => [post.id, post]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    catchUp: (now) => arrivals.catchUp(now),
  };
}
