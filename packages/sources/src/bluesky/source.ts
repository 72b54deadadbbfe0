import { AppError, type Clock, type Logger } from '@earshot/core';
import type { CommunityPost, PostChange, PostState } from '../community-source.ts';
import type { FollowedCommunities, StreamReader } from '../define-source.ts';
import { readPosition, writePosition } from './cursor.ts';
import { askedAtOnce, type Directory, postUri } from './directory.ts';
import { followedMatcher } from './followed-matcher.ts';
import { type EventBatch, jetstream, type JetstreamOptions } from './jetstream.ts';
import { blueskyTarget } from './names.ts';
import { communityPost, postId, postIdPrefix, recordWords } from './shapes.ts';
import { goneMemory, hourlyLimit } from './stream-memory.ts';

export interface BlueskyReaderOptions extends Omit<JetstreamOptions, 'received'> {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the bytes of each frame. Opened with the stream, because only ingest reads it. */
  readonly receivedMeter: () => (bytes: number) => void;
}

/** Reads the stream of all posts of the network, and reports those of the followed communities. */
export function blueskyReader(options: BlueskyReaderOptions): StreamReader & Required<Pick<StreamReader, 'recheck'>> {
  const { directory } = options;
  return {
    kind: 'stream',
    open: (cursor, signal, followed) => changesOf(options, { cursor, signal, followed }),
    ping: async (signal) => {
      try {
        await directory.nameOf(knownAccount, signal);
      } catch (error) {
        // An answer, too.
        if (!(error instanceof AppError && error.code === 'source.not-found')) throw error;
      }
    },
    findCommunity: async (name, signal) => {
      const target = blueskyTarget(name);
      return target.kind === 'search' ? name : directory.nameOf(target, signal);
    },
    recheck: {
      atOnce: askedAtOnce,
      states: async (ids, signal) => {
        const shown = await directory.posts(ids.map(postUri), signal);
        const states = new Map<string, PostState>();
        for (const id of ids) {
          // The API shows a post some time after the stream, so one that it does not show may be a new one.
          const post = shown.get(postUri(id));
          if (post === undefined) continue;
          const now = { ...recordWords(post.record), score: post.likes, comments: post.replies };
          states.set(id, { kind: 'present', now });
        }
        return states;
      },
    },
    parentText: async (id, signal) => {
      const uri = postUri(id);
      const parent = (await directory.posts([uri], signal)).get(uri)?.record.reply?.parent.uri;
      if (parent === undefined) return null;
      const found = (await directory.posts([parent], signal)).get(parent);
      const text = found === undefined ? '' : recordWords(found.record).selftext;
      return text === '' ? null : text;
    },
  };
}

/** The account of the site itself. */
const knownAccount = { kind: 'account', actor: 'bsky.app', label: '' } as const;

interface Opening {
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  readonly followed: FollowedCommunities;
}

async function* changesOf(options: BlueskyReaderOptions, { cursor, signal, followed }: Opening) {
  const matcher = await followedMatcher(options, followed, signal);
  const gone = goneMemory();
  const limit = hourlyLimit(options);
  const received = options.receivedMeter();
  for await (const { events, position } of jetstream({ ...options, received }, readPosition(cursor), signal)) {
    const changes = changesIn(events, { match: matcher(), gone, admits: limit });
    const authors = changes.flatMap((change) => ('post' in change ? [change.post.author] : []));
    const handles = authors.length === 0 ? new Map<string, string>() : await options.directory.handles(authors, signal);
    signal.throwIfAborted();
    const named = changes.map((change) =>
      'post' in change ? { ...change, post: underHandle(change.post, handles) } : change,
    );
    yield { changes: named, cursor: writePosition(position) };
  }
}

function underHandle(post: CommunityPost, handles: ReadonlyMap<string, string>): CommunityPost {
  return { ...post, author: handles.get(post.author) ?? post.author };
}

interface Reading {
  readonly match: ReturnType<Awaited<ReturnType<typeof followedMatcher>>>;
  readonly gone: ReturnType<typeof goneMemory>;
  readonly admits: (community: string) => boolean;
}

/** The changes that events come to. Posts have the id of their author in place of a name. */
function changesIn(events: EventBatch['events'], { match, gone, admits }: Reading): PostChange[] {
  return events.flatMap(({ atMs, event }): PostChange[] => {
    if (event.kind === 'account') {
      const { did, removedBy: by } = event;
      gone.account(did, by !== null);
      return by === null ? [] : [{ kind: 'author-removed', idPrefix: postIdPrefix(did), by }];
    }
    const { did, rkey } = event;
    const id = postId(did, rkey);
    if (event.kind === 'post-removed') {
      gone.post(id);
      return [{ kind: 'removed', id, by: 'author' }];
    }
    // Another host, or the same one after a failure, repeats the past.
    if (gone.has(did, id)) return [];
    const { record } = event;
    const { selftext } = recordWords(record);
    const text = [selftext, ...record.tags].join('\n');
    const communities = selftext === '' ? [] : match({ did, text, langs: record.langs });
    const kind = event.isNew ? 'appeared' : 'edited';
    return communities
      .filter(admits)
      .map((community) => ({ kind, post: communityPost({ did, rkey, record, atMs }, community, did) }));
  });
}
