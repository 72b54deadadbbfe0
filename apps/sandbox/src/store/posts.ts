import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  ERRORS_COMMUNITY,
  type Post,
  type PostFilter,
  type PostRank,
  type PostStore,
  type TextFilter,
} from '../domain/types.ts';
import { createArrivals } from './arrivals.ts';
import { createWordIndex } from './words.ts';

const rankRow = z
  .object({ id: z.string(), score: z.number(), num_comments: z.number(), created_at: z.number() })
  .transform((row): PostRank => ({
    id: row.id,
    score: row.score,
    numComments: row.num_comments,
    createdAt: row.created_at,
  }));

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

interface Clause {
  sql: string;
  values: (string | number)[];
}

const RANK_COLUMNS = 'p.id, p.score, p.num_comments, p.created_at';

function filterClause(filter: PostFilter): Clause {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  if (filter.communities === null) {
    parts.push('p.community <> ?');
    values.push(ERRORS_COMMUNITY);
  } else {
    parts.push(`p.community IN (${filter.communities.map(() => '?').join(', ')})`);
    values.push(...filter.communities.map((name) => name.toLowerCase()));
  }
  if (filter.since !== undefined) {
    parts.push('p.created_at >= ?');
    values.push(filter.since);
  }
  return { sql: parts.length === 0 ? '1' : parts.join(' AND '), values };
}

function searchClause(filter: TextFilter): Clause {
  const { sql, values } = filterClause(filter);
  const parts = [sql];
  if (filter.match !== null) {
    parts.push('texts_words MATCH ?');
    values.push(filter.match);
  }
  if (filter.author !== null) {
    parts.push('p.author = ? COLLATE NOCASE');
    values.push(filter.author);
  }
  if (filter.flair !== null) {
    parts.push('t.flair = ? COLLATE NOCASE');
    values.push(filter.flair);
  }
  return { sql: parts.join(' AND '), values };
}

/**
 * Reads posts from the site's database. It builds answers from SQL rows each time and holds nothing in memory between
 * calls.
 */
export function createPostStore(database: DatabaseSync, options: { arrivalsPerHour: number }): PostStore {
  const words = createWordIndex(database);
  const arrivals = createArrivals(database, options.arrivalsPerHour);
  const ranks = (sql: string, clause: Clause, limit: number): PostRank[] =>
    database
      .prepare(sql)
      .all(...clause.values, limit)
      .map((row) => rankRow.parse(row));

  const ordered = (filter: PostFilter, order: string, limit: number): PostRank[] => {
    const clause = filterClause(filter);
    return ranks(`SELECT ${RANK_COLUMNS} FROM posts p WHERE ${clause.sql} ORDER BY ${order} LIMIT ?`, clause, limit);
  };

  return {
    newest: (filter, limit) => ordered(filter, 'p.created_at DESC, p.seq DESC', limit),
    topScored: (filter, limit) => ordered(filter, 'p.score DESC, p.created_at DESC, p.seq DESC', limit),
    search(filter, limit) {
      const clause = searchClause(filter);
      if (filter.match !== null) words.ensure();
      const join = filter.match === null ? '' : 'JOIN texts_words ON texts_words.rowid = t.text_id';
      // A match in the title counts as much as five in the text.
      const order = filter.match === null ? 'p.created_at DESC' : 'bm25(texts_words, 5.0, 1.0), p.created_at DESC';
      return ranks(
        `SELECT ${RANK_COLUMNS} FROM posts p JOIN texts t ON t.text_id = p.text_id ${join}
         WHERE ${clause.sql} ORDER BY ${order}, p.seq DESC LIMIT ?`,
        clause,
        limit,
      );
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
