import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type CollectionName, documentLine, type Trailer } from './format.ts';

/** What an archive does not hold. Its header names it. */
export const lacks: readonly string[] = [
  'sealing-keys.json, which opens linked accounts and authenticator apps: keep a copy of it',
  'sessions: users sign in again',
  'signing keys of the services, which each installation makes',
  'dead letters, and posts of the sandbox',
];

/** A collection and its documents as BSON. */
export interface CollectionToWrite extends CollectionName {
  readonly documents: AsyncIterable<Uint8Array>;
}

/**
 * Writes an archive that only its owner can read (0600). Writes a temporary file, syncs and renames it, so the archive
 * is never incomplete. Throws an Error if the file exists. Holds only a few documents in memory.
 */
export async function writeArchive(
  file: string,
  exportedAt: Date,
  collections: AsyncIterable<CollectionToWrite>,
): Promise<Trailer['collections']> {
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name`);
  const partial = `${file}.partial-${randomUUID()}`;
  const counts: Trailer['collections'] = [];
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(text(exportedAt, collections, counts), createGzip(), target);
    await rename(partial, file);
    return counts;
  } finally {
    await rm(partial, { force: true });
  }
}

async function* text(exportedAt: Date, collections: AsyncIterable<CollectionToWrite>, counts: Trailer['collections']) {
  const hash = createHash('sha256');
  for await (const line of lines(exportedAt, collections, counts)) {
    const bytes = Buffer.from(`${line}\n`);
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.from(`${JSON.stringify({ collections: counts, sha256: hash.digest('hex') })}\n`);
}

async function* lines(exportedAt: Date, collections: AsyncIterable<CollectionToWrite>, counts: Trailer['collections']) {
  yield JSON.stringify({ earshot: 'export', version: 1, exportedAt: exportedAt.toISOString(), lacks });
  for await (const { database, collection, documents } of collections) {
    yield JSON.stringify({ database, collection });
    const count = { database, collection, documents: 0 };
    counts.push(count);
    for await (const bytes of documents) {
      count.documents += 1;
      yield documentLine(bytes);
    }
  }
}
