import { AppError, appError, type Clock, type KeyValue, type Logger, unlessAway } from '@earshot/core';
import type { CommunityPost, PostState } from '../community-source.ts';
import type { PollReader } from '../define-source.ts';
import type { AskForum } from './client.ts';
import { searchIn } from './names.ts';
import {
  type FoundPost,
  type FullPost,
  fullPost,
  postIn,
  readFound,
  readPost,
  searchAnswer,
  stateOf,
} from './shapes.ts';

export interface DiscourseReaderOptions {
  readonly ask: AskForum;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A forum lists 50 posts a page. Each costs a request for its text, so only the newest 100 are read. */
const mostPages = 2;
/** Older posts are not searched: no scan looks at them. */
const newestDays = 30;
const dayMs = 86_400_000;
/** A text is asked for once; later changes are seen when posts are checked. */
const keepTextMs = 2 * dayMs;
const textsAtOnce = 4;

/** Reads the posts that searches of forums find. A search answers with excerpts, so each new post costs one request. */
export function discourseReader(options: DiscourseReaderOptions): PollReader {
  const { ask, clock, log } = options;
  const search = async (community: string, page: number, signal?: AbortSignal) => {
    const { forum, words } = searchIn(community);
    const since = new Date(clock.now().getTime() - newestDays * dayMs).toISOString().slice(0, 10);
    const query = new URLSearchParams({ q: `${words} after:${since} order:latest`, page: String(page) });
    const { data } = searchAnswer.safeParse(await ask(forum, `/search.json?${query.toString()}`, signal));
    if (data === undefined) throw appError('source.not-found', { host: new URL(forum).host });
    return { forum, data };
  };
  return {
    kind: 'poll',
    mostPages,
    newPosts: async (community, { after, limit }, signal) => {
      const page = after === null ? 1 : Number(after);
      const { forum, data } = await search(community, page, signal);
      const { found, titles, broken } = readFound(data);
      if (broken > 0) log.warn({ community, broken }, 'a forum sent posts that are not as documented');
      const texts = await textsOf(options, { forum, found: found.slice(0, limit) }, signal);
      const posts = texts.flatMap(
        (post) => readPost(post, { forum, community, title: titles.get(post.topic_id) ?? '' }) ?? [],
      );
      const hasMore = Boolean(data.grouped_search_result?.more_full_page_results) && page < mostPages;
      return { posts: posts.sort(newestFirst), after: hasMore ? String(page + 1) : null };
    },
    findCommunity: async (name, signal) => {
      await search(name, 1, signal);
      return name;
    },
    ...knownPosts(ask),
  };
}

/** What a forum says about posts that were read before. */
function knownPosts(ask: AskForum): Pick<PollReader, 'recheck' | 'parentText'> {
  return {
    recheck: {
      atOnce: 1,
      states: async (ids, signal) => {
        const states = new Map<string, PostState>();
        for (const id of ids) {
          const { forum, number } = postIn(id);
          const post = await askForPost(ask, forum, `/posts/${number}.json`, signal);
          states.set(id, post === null ? { kind: 'removed', by: 'unknown' } : stateOf(post));
        }
        return states;
      },
    },
    parentText: async (id, signal) => {
      const { forum, number } = postIn(id);
      const post = await askForPost(ask, forum, `/posts/${number}.json`, signal);
      if (post === null || post.post_number === 1) return null;
      const path = `/posts/by_number/${post.topic_id}/${post.reply_to_post_number ?? 1}.json`;
      const parent = await askForPost(ask, forum, path, signal);
      const state = parent === null ? null : stateOf(parent);
      return state?.kind === 'present' ? state.now.selftext : null;
    },
  };
}

const newestFirst = (one: CommunityPost, other: CommunityPost) => other.createdAt.getTime() - one.createdAt.getTime();

/** Null for a post that is gone. */
async function askForPost(ask: AskForum, forum: string, path: string, signal?: AbortSignal): Promise<FullPost | null> {
  try {
    const { data } = fullPost.safeParse(await ask(forum, path, signal));
    if (data === undefined)
      throw appError('source.unavailable', { host: new URL(forum).host, reason: 'not as documented' });
    return data;
  } catch (error) {
    if (error instanceof AppError && error.code === 'source.not-found') return null;
    throw error;
  }
}

/** The posts with their texts. A limit ends the read, and the next one begins with the texts that are known. */
async function textsOf(
  { ask, kv }: DiscourseReaderOptions,
  { forum, found }: { readonly forum: string; readonly found: readonly FoundPost[] },
  signal?: AbortSignal,
): Promise<FullPost[]> {
  const textOf = async ({ id }: FoundPost): Promise<FullPost | null> => {
    const key = `discourse-post:${forum}:${id}`;
    const known = await unlessAway(
      () => kv.get(key),
      () => null,
    );
    if (known !== null) return knownPost.parse(JSON.parse(known));
    const post = await askForPost(ask, forum, `/posts/${id}.json`, signal);
    await unlessAway(
      () => kv.set(key, JSON.stringify(post), { ttlMs: keepTextMs }),
      () => undefined,
    );
    return post;
  };
  const texts: FullPost[] = [];
  for (let at = 0; at < found.length; at += textsAtOnce) {
    const some = await Promise.all(found.slice(at, at + textsAtOnce).map(textOf));
    texts.push(...some.filter((post) => post !== null));
  }
  return texts;
}

const knownPost = fullPost.nullable();
