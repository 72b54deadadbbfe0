import { z } from 'zod';
import type { CommunityPost, RemovedBy } from '../community-source.ts';
import { readableText, readableTitle } from '../readable-text.ts';
import { postUrl } from './names.ts';

export const postCollection = 'app.bsky.feed.post';
const longestTitle = 120;

const id = z.string().regex(/^did:[a-z]+:[\w.:%-]{1,200}$/);
const rkey = z.string().regex(/^[\w.:~-]{1,512}$/);
const time = z.string().max(64);
const seq = z.int().nonnegative();

const external = z.object({ title: z.string().catch(''), description: z.string().catch('') });
const media = z.object({
  external: external.optional().catch(undefined),
  images: z.array(z.object({ alt: z.string().catch('') })).catch([]),
  alt: z.string().catch(''),
});

/** The record of a post (lexicon app.bsky.feed.post). What does not fit is left out, except for the text. */
export const postRecord = z.object({
  text: z.string().max(30_000),
  createdAt: time.catch(''),
  langs: z.array(z.string()).catch([]),
  tags: z.array(z.string()).catch([]),
  embed: media
    .extend({ media: media.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  reply: z
    .object({ parent: z.object({ uri: z.string() }) })
    .optional()
    .catch(undefined),
});
export type PostRecord = z.output<typeof postRecord>;

const types = 'network.bsky.jetstream.subscribeEvents';

/** The messages that Earshot asks for (lexicon network.bsky.jetstream.subscribeEvents). */
const message = z.discriminatedUnion('$type', [
  z.object({
    $type: z.literal(`${types}#commit`),
    seq,
    did: id,
    time,
    operation: z.string(),
    collection: z.string(),
    rkey,
    // Absent in deletions.
    record: z.unknown().optional(),
  }),
  z.object({
    $type: z.literal(`${types}#account`),
    seq,
    did: id,
    time,
    account: z.object({ active: z.boolean(), status: z.string().optional() }),
  }),
  z.object({ $type: z.literal(`${types}#info`), name: z.string(), message: z.string().optional() }),
]);

const frame = z.discriminatedUnion('$type', [
  z.object({ $type: z.literal('message'), payload: message }),
  z.object({ $type: z.literal('error'), error: z.string(), message: z.string().optional() }),
]);

/** What a frame of the stream says. */
export type StreamFrame =
  | { readonly kind: 'event'; readonly seq: number; readonly atMs: number; readonly event: StreamEvent | null }
  | { readonly kind: 'info' | 'error'; readonly name: string; readonly message: string };

/** A change of posts. `removed` without a record key concerns all posts of the account. */
export type StreamEvent =
  | {
      readonly kind: 'post';
      readonly did: string;
      readonly rkey: string;
      readonly isNew: boolean;
      readonly record: PostRecord;
    }
  | { readonly kind: 'post-removed'; readonly did: string; readonly rkey: string }
  | { readonly kind: 'account'; readonly did: string; readonly removedBy: RemovedBy | null };

/** Statuses with which an account and its posts are no longer shown, and who decided it (com.atproto.sync.subscribeRepos). */
const removers = new Map<string | undefined, RemovedBy>([
  ['deleted', 'author'],
  ['deactivated', 'author'],
  ['takendown', 'site'],
  ['suspended', 'site'],
]);

/** Null for a frame that is not as documented. An event about something else than posts and accounts is null. */
export function readFrame(data: Buffer): StreamFrame | null {
  const parsed = frame.safeParse(parseJson(data));
  if (!parsed.success) return null;
  if (parsed.data.$type === 'error') return infoOf('error', parsed.data.error, parsed.data.message);
  const { payload } = parsed.data;
  if ('name' in payload) return infoOf('info', payload.name, payload.message);
  const atMs = Date.parse(payload.time);
  if (Number.isNaN(atMs)) return null;
  return { kind: 'event', seq: payload.seq, atMs, event: 'account' in payload ? accountOf(payload) : postOf(payload) };
}

function infoOf(kind: 'info' | 'error', name: string, text = ''): StreamFrame {
  return { kind, name, message: text.slice(0, 300) };
}

function accountOf({
  did,
  account,
}: {
  did: string;
  account: { active: boolean; status?: string | undefined };
}): StreamEvent | null {
  if (account.active) return { kind: 'account', did, removedBy: null };
  // Other statuses are about the account's server: its posts stay.
  const removedBy = removers.get(account.status);
  return removedBy === undefined ? null : { kind: 'account', did, removedBy };
}

function postOf(commit: {
  did: string;
  rkey: string;
  operation: string;
  collection: string;
  record?: unknown;
}): StreamEvent | null {
  const { did, rkey: key, operation } = commit;
  if (commit.collection !== postCollection) return null;
  if (operation === 'delete') return { kind: 'post-removed', did, rkey: key };
  const { data } = postRecord.safeParse(commit.record);
  if (data === undefined || (operation !== 'create' && operation !== 'update')) return null;
  return { kind: 'post', did, rkey: key, isNew: operation === 'create', record: data };
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Posts of an account are found by the start of their ids. */
export function postIdPrefix(did: string): string {
  return `${did}/`;
}

export function postId(did: string, key: string): string {
  return postIdPrefix(did) + key;
}

/** The words of a post as people read them: its text, its link's title, and the descriptions of its pictures. */
export function recordWords({ text, embed }: PostRecord): { readonly title: string; readonly selftext: string } {
  const parts = [embed, embed?.media].flatMap((part) =>
    part === undefined
      ? []
      : [part.external?.title, part.external?.description, ...part.images.map(({ alt }) => alt), part.alt],
  );
  const all = [text, ...parts].map((part) => readableText(part ?? '')).filter((part) => part !== '');
  const selftext = [...new Set(all)].join('\n\n');
  return { title: titleOf(selftext), selftext };
}

/** A post has no title: its first line, without a word that would be cut. */
function titleOf(text: string): string {
  const line = readableTitle(text.split('\n')[0] ?? '');
  if (line.length <= longestTitle) return line;
  const cut = line.slice(0, longestTitle);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > longestTitle / 2 ? end : longestTitle)}…`;
}

export interface PostFacts {
  readonly did: string;
  readonly rkey: string;
  readonly record: PostRecord;
  readonly atMs: number;
}

/** The post for one of its communities. Authors may set any time; one in the future would never become old. */
export function communityPost(
  { did, rkey: key, record, atMs }: PostFacts,
  community: string,
  author: string,
): CommunityPost {
  const written = Date.parse(record.createdAt);
  return {
    id: postId(did, key),
    community,
    ...recordWords(record),
    author,
    url: postUrl(did, key),
    score: 0,
    comments: 0,
    createdAt: new Date(Number.isNaN(written) ? atMs : Math.min(Math.max(0, written), atMs)),
  };
}
