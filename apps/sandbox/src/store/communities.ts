import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Community, CommunityStore } from '../domain/types.ts';

const communityRow = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    public_description: z.string(),
    description: z.string(),
    subscribers: z.number(),
    created_at: z.number(),
    status: z.enum(['public', 'unlisted', 'private', 'banned', 'quarantined']),
  })
  .transform((row): Community => ({
    id: row.id,
    name: row.name,
    title: row.title,
    publicDescription: row.public_description,
    description: row.description,
    subscribers: row.subscribers,
    createdAt: row.created_at,
    status: row.status,
  }));

export function createCommunityStore(database: DatabaseSync): CommunityStore {
  const byKey = database.prepare('SELECT * FROM communities WHERE key = ?');
  const all = database.prepare("SELECT * FROM communities WHERE status = 'public' ORDER BY subscribers DESC, key");
  return {
    find(name) {
      const row = byKey.get(name.toLowerCase());
      return row === undefined ? null : communityRow.parse(row);
    },
    all: () => all.all().map((row) => communityRow.parse(row)),
  };
}

export function writeCommunities(database: DatabaseSync, communities: readonly Community[]): void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO communities (key, id, name, title, public_description, description, subscribers, created_at, status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const each of communities) {
    const { id, name, title, publicDescription, description, subscribers, createdAt, status } = each;
    insert.run(name.toLowerCase(), id, name, title, publicDescription, description, subscribers, createdAt, status);
  }
}
