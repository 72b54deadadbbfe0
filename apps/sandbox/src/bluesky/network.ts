import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const file = new URL('./posts.json', import.meta.url);
const storedPosts = z.array(z.strictObject({ by: z.string(), langs: z.array(z.string()), text: z.string() }));

export const postCollection = 'app.bsky.feed.post';
const types = 'network.bsky.jetstream.subscribeEvents';
/** Events that a host can repeat. */
const mostEvents = 20_000;

/** An event of the stream, as the lexicon of Jetstream writes it. */
export interface NetworkEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: 'commit' | 'account';
  readonly payload: Readonly<Record<string, unknown>>;
}

interface StoredPost {
  readonly did: string;
  readonly rkey: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The accounts and posts of a small network, in memory, and the events about them. */
export interface Network {
  /** Handles become the DID of their account, which is made when it is first named. */
  didOf(actor: string): string;
  handleOf(did: string): string | null;
  isKnown(handle: string): boolean;
  create(actor: string, record: Readonly<Record<string, unknown>>): { readonly uri: string; readonly rkey: string };
  update(actor: string, rkey: string, record: Readonly<Record<string, unknown>>): void;
  remove(actor: string, rkey: string): void;
  setAccount(actor: string, account: { readonly active: boolean; readonly status?: string }): void;
  posts(uris: readonly string[]): readonly StoredPost[];
  /** The next of the built-in posts. */
  postNext(): void;
  events(): readonly NetworkEvent[];
  /** Called with each event from now on, until the returned call. */
  listen(hear: (event: NetworkEvent) => void): () => void;
}

export function openNetwork(clock: () => number): Network {
  const builtIn = storedPosts.parse(JSON.parse(readFileSync(file, 'utf8')));
  const log = eventLog(clock);
  const { didOf, ...names } = accountNames();
  const posts = new Map<string, StoredPost>();
  const gone = new Set<string>();
  let made = 0;
  let next = 0;

  for (const { by } of builtIn) didOf(by);

  const put = (did: string, rkey: string, record: StoredPost['record'], operation: 'create' | 'update') => {
    posts.set(uriOf(did, rkey), { did, rkey, record });
    log.commit(did, rkey, { operation, record, cid: `bafy${made}` });
  };
  const create: Network['create'] = (actor, record) => {
    made += 1;
    const [did, rkey] = [didOf(actor), `3sandbox${made.toString(32).padStart(5, '2')}`];
    put(did, rkey, { $type: postCollection, createdAt: new Date(clock()).toISOString(), ...record }, 'create');
    return { uri: uriOf(did, rkey), rkey };
  };
  return {
    didOf,
    handleOf: names.handleOf,
    isKnown: names.isKnown,
    create,
    update: (actor, rkey, record) => {
      const did = didOf(actor);
      put(did, rkey, { ...posts.get(uriOf(did, rkey))?.record, ...record }, 'update');
    },
    remove: (actor, rkey) => {
      const did = didOf(actor);
      posts.delete(uriOf(did, rkey));
      log.commit(did, rkey, { operation: 'delete' });
    },
    setAccount: (actor, account) => {
      const did = didOf(actor);
      if (account.active) gone.delete(did);
      else gone.add(did);
      log.report('account', did, { account: { did, seq: 1, time: new Date(clock()).toISOString(), ...account } });
    },
    posts: (uris) => uris.flatMap((uri) => posts.get(uri) ?? []).filter(({ did }) => !gone.has(did)),
    postNext: () => {
      const post = builtIn[next % builtIn.length];
      next += 1;
      if (post !== undefined) create(post.by, { text: post.text, langs: post.langs });
    },
    events: log.events,
    listen: log.listen,
  };
}

function accountNames(): Pick<Network, 'didOf' | 'handleOf' | 'isKnown'> {
  const handles = new Map<string, string>();
  return {
    didOf: (actor) => {
      if (actor.startsWith('did:')) return actor;
      const did = `did:plc:${base32(createHash('sha256').update(actor).digest()).slice(0, 24)}`;
      handles.set(did, actor);
      return did;
    },
    handleOf: (did) => handles.get(did) ?? null,
    isKnown: (handle) => [...handles.values()].includes(handle),
  };
}

function uriOf(did: string, rkey: string): string {
  return `at://${did}/${postCollection}/${rkey}`;
}

/** The events of the network, the oldest of which are forgotten. */
function eventLog(clock: () => number) {
  const listeners = new Set<(event: NetworkEvent) => void>();
  let events: NetworkEvent[] = [];
  const report = (kind: NetworkEvent['kind'], did: string, fields: Readonly<Record<string, unknown>>) => {
    const [seq, atMs] = [(events.at(-1)?.seq ?? 0) + 1, clock()];
    const time = new Date(atMs).toISOString().replace('Z', '000Z');
    const event = { seq, atMs, kind, payload: { $type: `${types}#${kind}`, seq, did, time, ...fields } };
    events.push(event);
    if (events.length > 2 * mostEvents) events = events.slice(-mostEvents);
    for (const hear of listeners) hear(event);
  };
  return {
    report,
    commit: (did: string, rkey: string, change: Readonly<Record<string, unknown>>) =>
      report('commit', did, { rev: rkey, collection: postCollection, rkey, ...change }),
    events: (): readonly NetworkEvent[] => events,
    listen: (hear: (event: NetworkEvent) => void) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

/** The letters of a DID. */
function base32(bytes: Buffer): string {
  return [...bytes].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(byte % 32)).join('');
}
