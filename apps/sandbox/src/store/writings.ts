import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Comment, Message, WritingStore } from '../domain/write.ts';
import { inTransaction } from './database.ts';

/** Comment ids are a separate sequence, far above every post's id. */
const FIRST_COMMENT_ID = Number.parseInt('n000000', 36);

const idOf = (seq: number): string => (FIRST_COMMENT_ID + seq).toString(36);

const nameRow = z.object({ name: z.string() });

const commentRow = z
  .object({
    seq: z.number(),
    post_id: z.string(),
    parent: z.string(),
    community: z.string(),
    author: z.string(),
    body: z.string(),
    created_at: z.number(),
    owner: z.string().nullable(),
  })
  .transform((row): Comment => ({
    id: idOf(row.seq),
    postId: row.post_id,
    parent: row.parent,
    community: row.community,
    author: row.author,
    body: row.body,
    createdAt: row.created_at,
    owner: row.owner,
  }));

const messageRow = z
  .object({
    sender: z.string(),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    created_at: z.number(),
    owner: z.string().nullable(),
  })
  .transform((row): Message => ({
    sender: row.sender,
    recipient: row.recipient,
    subject: row.subject,
    body: row.body,
    createdAt: row.created_at,
    owner: row.owner,
  }));

type Accounts = Pick<WritingStore, 'addAccount' | 'findAccount' | 'accounts'>;

function accountStore(database: DatabaseSync): Accounts {
  const insert = database.prepare('INSERT OR IGNORE INTO accounts (key, name, created_at) VALUES (?, ?, ?)');
  const select = database.prepare('SELECT name FROM accounts WHERE key = ?');
  const author = database.prepare('SELECT author AS name FROM posts WHERE author = ? COLLATE NOCASE LIMIT 1');
  const newest = database.prepare('SELECT name FROM accounts ORDER BY created_at DESC, key LIMIT ?');
  return {
    addAccount(name, now) {
      insert.run(name.toLowerCase(), name, now);
    },
    findAccount(name) {
      const row = select.get(name.toLowerCase()) ?? author.get(name);
      return row === undefined ? null : nameRow.parse(row).name;
    },
    accounts: (limit) => newest.all(limit).map((row) => nameRow.parse(row).name),
  };
}

type Comments = Pick<WritingStore, 'addComment' | 'findComment' | 'commentsBelow' | 'commentsBy' | 'commentsOf'>;

function commentStore(database: DatabaseSync): Comments {
  const insert = database.prepare(
    'INSERT INTO comments (post_id, parent, community, author, body, created_at, owner) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const count = database.prepare('UPDATE posts SET num_comments = num_comments + 1 WHERE id = ?');
  const one = database.prepare('SELECT * FROM comments WHERE seq = ?');
  const below = database.prepare('SELECT * FROM comments WHERE post_id = ? ORDER BY seq LIMIT ?');
  const by = database.prepare('SELECT * FROM comments WHERE author = ? COLLATE NOCASE ORDER BY seq DESC LIMIT ?');
  const of = database.prepare('SELECT * FROM comments WHERE owner = ? ORDER BY seq DESC LIMIT ?');
  return {
    addComment: (comment) =>
      inTransaction(database, () => {
        const { postId, parent, community, author, body, createdAt, owner } = comment;
        const { lastInsertRowid } = insert.run(postId, parent, community, author, body, createdAt, owner);
        count.run(postId);
        return { ...comment, id: idOf(Number(lastInsertRowid)) };
      }),
    findComment(id) {
      const row = /^[0-9a-z]{1,10}$/.test(id) ? one.get(Number.parseInt(id, 36) - FIRST_COMMENT_ID) : undefined;
      return row === undefined ? null : commentRow.parse(row);
    },
    commentsBelow: (postId, limit) => below.all(postId, limit).map((row) => commentRow.parse(row)),
    commentsBy: (author, limit) => by.all(author, limit).map((row) => commentRow.parse(row)),
    commentsOf: (owner, limit) => of.all(owner, limit).map((row) => commentRow.parse(row)),
  };
}

type Messages = Pick<WritingStore, 'addMessage' | 'messages'>;

function messageStore(database: DatabaseSync): Messages {
  const insert = database.prepare(
    'INSERT INTO messages (sender, recipient, subject, body, created_at, owner) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    addMessage({ sender, recipient, subject, body, createdAt, owner }) {
      insert.run(sender, recipient, subject, body, createdAt, owner);
    },
    messages({ owner, ...filter }, limit) {
      const parts = Object.keys(filter).map((key) => `AND ${key} = ? COLLATE NOCASE`);
      const sql = `SELECT * FROM messages WHERE owner = ? ${parts.join(' ')} ORDER BY seq DESC LIMIT ?`;
      const rows = database.prepare(sql).all(owner, ...Object.values(filter), limit);
      return rows.map((row) => messageRow.parse(row));
    },
  };
}

/** Stores the accounts' texts in the site's database. They survive a restart and a new set of sample posts. */
export function createWritingStore(database: DatabaseSync): WritingStore {
  return { ...accountStore(database), ...commentStore(database), ...messageStore(database) };
}
