import { z } from 'zod';
import { AppError, appError, type Clock, type Logger } from '@earshot/core';
import type { AskBluesky } from './client.ts';
import { type BlueskyTarget, blueskyName } from './names.ts';
import { type PostRecord, postCollection, postRecord } from './shapes.ts';

const did = z.string().startsWith('did:').max(300);
const profile = z.object({ did, handle: z.string().max(300) });
const resolvedHandle = z.object({ did });
const profiles = z.object({ profiles: z.array(z.unknown()) });
const list = z.object({
  list: z.object({ name: z.string(), creator: z.object({ did }) }),
  items: z.array(z.unknown()),
  cursor: z.string().optional(),
});
const listItem = z.object({ subject: z.object({ did }) });
const posts = z.object({ posts: z.array(z.unknown()) });
const post = z.object({
  uri: z.string(),
  record: postRecord,
  likeCount: z.number().catch(0),
  replyCount: z.number().catch(0),
});

/** A post as the API shows it now. */
export interface ShownPost {
  readonly record: PostRecord;
  readonly likes: number;
  readonly replies: number;
}

/** Posts and profiles that one request can ask about. */
export const askedAtOnce = 25;
const membersAtOnce = 100;
/** Members of a list that are followed. */
const mostMembers = 5_000;
const mostHandles = 5_000;
const restMs = 60_000;
/** The site writes this where the handle of an account is not its own any more. */
const invalidHandle = 'handle.invalid';

/** What the public API knows of accounts, lists and posts. Throws the errors of `SourceReader`. */
export interface Directory {
  /** The name of an account or a list, with its DID and label. */
  nameOf(target: Exclude<BlueskyTarget, { kind: 'search' }>, signal?: AbortSignal): Promise<string>;
  /** The handles of accounts as far as the API tells them now; an account without one is absent. */
  handles(dids: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  members(target: Extract<BlueskyTarget, { kind: 'list' }>, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** Posts by their address (`postUri`), without those that the API does not show. */
  posts(uris: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, ShownPost>>;
}

export function postUri(id: string): string {
  const at = id.lastIndexOf('/');
  return `at://${id.slice(0, at)}/${postCollection}/${id.slice(at + 1)}`;
}

interface Deps {
  readonly ask: AskBluesky;
  readonly clock: Clock;
  readonly log: Logger;
}

export function directory(deps: Deps): Directory {
  const { ask } = deps;
  const pageOf = (uri: string, cursor: string | undefined, signal?: AbortSignal) => {
    const query = { list: uri, limit: String(membersAtOnce), ...(cursor !== undefined && { cursor }) };
    return ask('app.bsky.graph.getList', Object.entries(query), list, signal);
  };
  return {
    nameOf: async (target, signal) => {
      const actor = target.actor.startsWith('did:')
        ? target.actor
        : (await ask('com.atproto.identity.resolveHandle', [['handle', target.actor]], resolvedHandle, signal)).did;
      if (target.kind === 'list') {
        const { list: found } = await pageOf(listUri(actor, target.rkey), undefined, signal);
        return blueskyName({ ...target, actor, label: found.name });
      }
      const [found] = await profilesOf(ask, [actor], signal);
      if (found === undefined) throw appError('source.not-found');
      return blueskyName({ ...target, actor, label: found.handle === invalidHandle ? '' : found.handle });
    },
    handles: handleMemory(deps),
    members: async (target, signal) => {
      const all = new Set<string>();
      let cursor: string | undefined;
      do {
        const page = await pageOf(listUri(target.actor, target.rkey), cursor, signal);
        for (const item of page.items) {
          const { data } = listItem.safeParse(item);
          if (data !== undefined) all.add(data.subject.did);
        }
        cursor = page.cursor === cursor || page.items.length === 0 ? undefined : page.cursor;
      } while (cursor !== undefined && all.size < mostMembers);
      return all;
    },
    posts: async (uris, signal) => {
      const query = uris.map((uri): [string, string] => ['uris', uri]);
      const found = await ask('app.bsky.feed.getPosts', query, posts, signal);
      return new Map(
        found.posts.flatMap((item): [string, ShownPost][] => {
          const { data } = post.safeParse(item);
          if (data === undefined) return [];
          return [[data.uri, { record: data.record, likes: data.likeCount, replies: data.replyCount }]];
        }),
      );
    },
  };
}

async function profilesOf(ask: AskBluesky, dids: readonly string[], signal?: AbortSignal) {
  const query = dids.map((one): [string, string] => ['actors', one]);
  const found = await ask('app.bsky.actor.getProfiles', query, profiles, signal);
  return found.profiles.flatMap((item) => profile.safeParse(item).data ?? []);
}

/** Remembers the handles of authors. While the API fails, the stream does not wait for it. */
function handleMemory({ ask, clock, log }: Deps): Directory['handles'] {
  const known = new Map<string, string>();
  let restsUntilMs = 0;
  const askFor = async (dids: readonly string[], signal: AbortSignal) => {
    try {
      for (const { did: account, handle } of await profilesOf(ask, dids, signal))
        known.set(account, handle === invalidHandle ? account : handle);
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) throw error;
      restsUntilMs = clock.now().getTime() + restMs;
      log.info({ err: error }, 'could not ask Bluesky for the names of authors; using their ids for a while');
    }
  };
  return async (dids, signal) => {
    if (clock.now().getTime() < restsUntilMs) return known;
    if (known.size >= mostHandles) known.clear();
    const missing = [...new Set(dids)].filter((one) => !known.has(one));
    const parts = Array.from({ length: Math.ceil(missing.length / askedAtOnce) }, (_, n) =>
      missing.slice(n * askedAtOnce, (n + 1) * askedAtOnce),
    );
    await Promise.all(parts.map((some) => askFor(some, signal)));
    return known;
  };
}

function listUri(actor: string, rkey: string): string {
  return `at://${actor}/app.bsky.graph.list/${rkey}`;
}
