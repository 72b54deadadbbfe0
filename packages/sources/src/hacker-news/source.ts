import { appError, type Logger } from '@earshot/core';
import type { PostPage, PostState } from '../community-source.ts';
import type { PollReader } from '../define-source.ts';
import type { Get } from './client.ts';
import { type Cursor, nextCursor, readCursor } from './cursor.ts';
import { searchOf } from './names.ts';
import { itemAnswer, itemText, type ReadHit, readHit, searchAnswer, stateOf } from './shapes.ts';

const largestPage = 100;

/** Reads communities through the search API, and the current state of posts through the item API. */
export function hackerNewsReader({
  get,
  log,
}: {
  readonly get: Get;
  readonly log: Logger;
}): PollReader & Required<Pick<PollReader, 'recheck' | 'parentText'>> {
  const item = (id: string, signal: AbortSignal | undefined, onWait?: () => void) =>
    get('items', `/v0/item/${encodeURIComponent(id)}.json`, itemAnswer, signal, onWait);
  return {
    kind: 'poll',
    mostPages: 20,
    newPosts: async (community, { after, limit }, signal, onWait) => {
      const search = searchOf(community);
      if (search === null) throw appError('source.not-found');
      const from = after === null ? null : readCursor(after);
      if (after !== null && from === null) return { posts: [], after: null };
      const size = Math.max(1, Math.min(largestPage, Math.trunc(limit)));
      const path = `/api/v1/search_by_date?${queryOf(search, from, size)}`;
      const { hits } = await get('search', path, searchAnswer, signal, onWait);
      return pageOf(hits, { community, from, size, log });
    },
    recheck: {
      atOnce: 1,
      states: async (ids, signal, onWait) => {
        const states = new Map<string, PostState>();
        for (const id of ids) {
          const state = stateOf(await item(id, signal, onWait));
          if (state !== null) states.set(id, state);
        }
        return states;
      },
    },
    parentText: async (id, signal) => {
      const parent = (await item(id, signal))?.parent;
      return parent === undefined ? null : itemText(await item(String(parent), signal));
    },
  };
}

function queryOf(search: { tags: string; query: string }, from: Cursor | null, size: number): string {
  const query = new URLSearchParams({ tags: search.tags, hitsPerPage: String(size) });
  if (search.query !== '') {
    query.set('query', search.query);
    // By default the API also finds words that differ in a letter or two: "invoices" would find "invokes".
    query.set('typoTolerance', 'false');
  }
  if (from !== null) query.set('numericFilters', `created_at_i<=${from.atSeconds}`);
  return query.toString();
}

interface Reading {
  readonly community: string;
  readonly from: Cursor | null;
  readonly size: number;
  readonly log: Logger;
}

function pageOf(items: readonly unknown[], { community, from, size, log }: Reading): PostPage {
  const read = items.map((item) => readHit(item, community));
  const hits = read.filter((item): item is ReadHit => item !== null);
  const broken = read.length - hits.length;
  if (broken > 0) log.warn({ community, broken }, 'Hacker News sent items that are not as documented');
  const seen = new Set(from?.seen);
  const posts = hits.flatMap(({ id, post }) => (post === null || seen.has(id) ? [] : [post]));
  posts.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { posts, after: items.length < size ? null : nextCursor(hits, from) };
}
