import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { timeInWeek } from '../domain/timeline.ts';
import { closedCommunities, unknownCommunity } from './community-facts.ts';
import { readSamples, sampleCommunities } from './load-samples.ts';
import { readPosts } from './post-lines.ts';
import { clearSite, createSeeder, finishSeed, isSeeded } from './seed.ts';

/** The number of malformed lines that are reported individually. The rest is only counted. */
const NAMED_LINES = 20;

const HINT =
  'Set SANDBOX_POSTS to a .jsonl or .jsonl.gz file with one post a line, or unset it for the built-in posts.';

function statOf(file: string): Stats {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new Error(`SANDBOX_POSTS: there is no file ${file}. ${HINT}`);
  if (stats.size === 0) throw noPosts(file);
  return stats;
}

function noPosts(file: string): Error {
  return new Error(`SANDBOX_POSTS: ${file} holds no posts. ${HINT}`);
}

/** The name of the database that caches this posts file. Each posts file has a separate one. */
export function siteNameOf(file: string): string {
  return `posts-${createHash('sha256').update(resolve(file)).digest('hex').slice(0, 12)}`;
}

const orderRow = z.object({ seq: z.number(), created_at: z.number() });

/** Moves the posts into the week before `firstLoadAt`, in the order of their original times. */
function mapTimes(database: DatabaseSync, firstLoadAt: number): number {
  const rows = database
    .prepare('SELECT seq, created_at FROM posts')
    .all()
    .map((row) => orderRow.parse(row))
    // The file lists newest first, so of two posts with the same second the later line is the older.
    .sort((a, b) => a.created_at - b.created_at || b.seq - a.seq);
  const update = database.prepare('UPDATE posts SET created_at = ? WHERE seq = ?');
  rows.forEach(({ seq }, rank) => update.run(timeInWeek(rank, rows.length, firstLoadAt), seq));
  return rows.length;
}

/** Adds every valid line. Returns the spelling of each community's name by its lower-case form. */
async function fill(
  database: DatabaseSync,
  file: string,
  warn: (message: string) => void,
): Promise<Map<string, string>> {
  const seeder = createSeeder(database);
  const names = new Map<string, string>();
  let bad = 0;
  const complain = (line: number, reason: string): void => {
    bad += 1;
    if (bad > NAMED_LINES) return;
    warn(`SANDBOX_POSTS: ${basename(file)} line ${line} ${reason}; left out`);
  };
  for await (const { line, text, post } of readPosts(file, ({ line, reason }) => complain(line, reason))) {
    if (!seeder.add(text, post)) complain(line, `repeats the id ${post.id}`);
    const key = text.community.toLowerCase();
    if (!names.has(key)) names.set(key, text.community);
  }
  if (bad > NAMED_LINES) warn(`SANDBOX_POSTS: ${basename(file)}: ${bad - NAMED_LINES} more lines left out`);
  return names;
}

/**
 * Fills the site with the posts of a file, unless it already contains this file (same size and modification time).
 * Reports malformed lines through `warn` and skips them. Throws with a message for the operator when the file is
 * missing, unreadable or contains no post.
 */
export async function loadFile(
  database: DatabaseSync,
  source: { file: string; now: number; arrivalsPerHour: number; warn: (message: string) => void },
): Promise<void> {
  const { file, now, arrivalsPerHour, warn } = source;
  const stats = statOf(file);
  const fingerprint = `file:${stats.size}:${Math.floor(stats.mtimeMs)}`;
  if (isSeeded(database, fingerprint)) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    clearSite(database);
    const names = await fill(database, file, warn);
    if (mapTimes(database, now) === 0) throw noPosts(file);
    const described = sampleCommunities(readSamples().files);
    const communities = [...names].map(([key, name]) => ({ ...(described.get(key) ?? unknownCommunity(name)), name }));
    finishSeed(database, {
      fingerprint,
      firstLoadAt: now,
      arrivalsPerHour,
      communities: [...communities, ...closedCommunities()],
    });
    database.exec('COMMIT');
    // Frees the disk space of the write-ahead log at once.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    database.exec('ROLLBACK');
    if (error instanceof Error && error.message.startsWith('SANDBOX_POSTS')) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`SANDBOX_POSTS: ${file} cannot be read (${reason}). ${HINT}`, { cause: error });
  }
}
