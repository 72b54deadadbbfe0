import { appError, type Logger } from '@earshot/core';
import type { PostPage, PostState } from '../community-source.ts';
import type { PollReader } from '../define-source.ts';
import type { AskStackExchange } from './client.ts';
import { questionsIn } from './names.ts';
import { readQuestion, statesIn } from './shapes.ts';

/** The most that one page and one recheck may have. */
const largestPage = 100;
/** Requests are few, so only the newest 300 questions are read. */
const mostPages = 3;

interface Deps {
  readonly ask: AskStackExchange;
  readonly log: Logger;
}

/** Reads questions with their texts. Answers and comments are not read: each would cost a request. */
export function stackExchangeReader({ ask, log }: Deps): PollReader {
  const newest = newestQuestions({ ask, log });
  return {
    kind: 'poll',
    mostPages,
    newPosts: async (community, { after, limit }, signal): Promise<PostPage> => {
      const page = after === null ? 1 : Number(after);
      const { posts, hasMore } = await newest(community, page, Math.min(largestPage, limit), signal);
      return { posts, after: hasMore && page < mostPages ? String(page + 1) : null };
    },
    findCommunity: async (name, signal) => {
      // A tag that nobody uses and a site that does not exist would be silent for ever.
      const { posts } = await newest(name, 1, 1, signal);
      if (posts.length === 0) throw appError('source.not-found');
      return name;
    },
    recheck: {
      atOnce: largestPage,
      states: async (ids, signal) => {
        const states = new Map<string, PostState>();
        for (const [site, some] of Map.groupBy(ids, (id) => id.slice(0, id.lastIndexOf('.')))) {
          const numbers = some.map((id) => id.slice(id.lastIndexOf('.') + 1));
          const query = { site, filter: 'withbody', pagesize: String(largestPage) };
          const { items } = await ask(`/questions/${numbers.join(';')}`, query, signal);
          for (const [id, state] of statesIn(items, site, numbers)) states.set(id, state);
        }
        return states;
      },
    },
  };
}

function newestQuestions({ ask, log }: Deps) {
  return async (community: string, page: number, size: number, signal?: AbortSignal) => {
    const questions = questionsIn(community);
    const { site, kind } = questions;
    const path = kind === 'search' ? '/search/advanced' : '/questions';
    const which = kind === 'all' ? {} : { [kind === 'tag' ? 'tagged' : 'q']: questions.words };
    const order = { site: site.name, sort: 'creation', order: 'desc', filter: 'withbody' };
    const query = { ...order, ...which, page: String(page), pagesize: String(size) };
    const { items, has_more: hasMore } = await ask(path, query, signal);
    const posts = items.flatMap((item) => readQuestion(item, { site: site.name, community }) ?? []);
    const broken = items.length - posts.length;
    if (broken > 0) log.warn({ community, broken }, 'Stack Exchange sent questions that are not as documented');
    return { posts, hasMore };
  };
}
