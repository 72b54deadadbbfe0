import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { TokenStore } from '../domain/oauth.ts';

const tokenRow = z
  .object({
    token: z.string(),
    kind: z.enum(['access', 'refresh', 'code']),
    client_id: z.string(),
    username: z.string().nullable(),
    scope: z.string(),
    redirect_uri: z.string().nullable(),
    permanent: z.number(),
    expires_at: z.number().nullable(),
    refresh_token: z.string().nullable(),
    owner: z.string().nullable(),
  })
  .transform((row) => ({
    token: row.token,
    kind: row.kind,
    clientId: row.client_id,
    username: row.username,
    scope: row.scope,
    redirectUri: row.redirect_uri,
    permanent: row.permanent === 1,
    expiresAt: row.expires_at,
    refreshToken: row.refresh_token,
    owner: row.owner,
  }));

/** Stores tokens in the database. They survive a restart, as on the site. */
export function createTokenStore(database: DatabaseSync): TokenStore {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO tokens (token, kind, client_id, username, scope, redirect_uri, permanent, expires_at, refresh_token, owner)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = database.prepare('SELECT * FROM tokens WHERE token = ? AND kind = ?');
  const remove = database.prepare('DELETE FROM tokens WHERE token = ? OR refresh_token = ?');
  const expire = database.prepare('DELETE FROM tokens WHERE expires_at <= ?');
  return {
    save(token) {
      const { kind, clientId, username, scope, redirectUri, expiresAt, refreshToken, owner } = token;
      const permanent = token.permanent ? 1 : 0;
      insert.run(token.token, kind, clientId, username, scope, redirectUri, permanent, expiresAt, refreshToken, owner);
    },
    find(token, kind) {
      const row = select.get(token, kind);
      return row === undefined ? null : tokenRow.parse(row);
    },
    remove(token) {
      remove.run(token, token);
    },
    removeExpired(now) {
      expire.run(now);
    },
  };
}
