import { AppError, appError, type Clock, type Logger } from '@earshot/core';
import type { CommunityPost, PostState } from '../community-source.ts';
import type { PollReader } from '../define-source.ts';
import type { AskGithub } from './client.ts';
import { discussionsAnswer, issue, readDiscussion, readIssue, searchAnswer, stateOf } from './shapes.ts';

export interface GithubReaderOptions {
  readonly ask: AskGithub;
  /** Discussions can be searched only with a token. */
  readonly hasToken: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

const issuesAPage = 100;
/** Each costs more of the hourly points than an issue. */
const discussionsAPage = 50;
/** Older posts are not searched: no scan looks at them. */
const newestDays = 30;
const dayMs = 86_400_000;

const discussionQuery = `query ($q: String!, $first: Int!) {
  search(type: DISCUSSION, query: $q, first: $first) {
    nodes {
      ... on Discussion {
        url title body createdAt upvoteCount
        author { login __typename }
        comments { totalCount }
      }
    }
  }
}`;

/** Reads the newest issues that a search finds, and the newest discussions with a token. */
export function githubReader({ ask, hasToken, clock, log }: GithubReaderOptions): PollReader {
  const sinceDay = () => new Date(clock.now().getTime() - newestDays * dayMs).toISOString().slice(0, 10);
  const issues = async (community: string, limit: number, signal?: AbortSignal) => {
    const q = `${community} is:issue created:>=${sinceDay()}`;
    const query = new URLSearchParams({ q, sort: 'created', order: 'desc', per_page: String(limit) });
    const { data } = searchAnswer.safeParse(await ask(`/search/issues?${query.toString()}`, { signal }));
    if (data === undefined) throw appError('source.unavailable', { host: 'github.com', reason: 'not as documented' });
    return data.items.map((item) => readIssue(item, community));
  };
  const discussions = async (community: string, limit: number, signal?: AbortSignal) => {
    const q = `${community} created:>=${sinceDay()} sort:created-desc`;
    const body = { query: discussionQuery, variables: { q, first: Math.min(limit, discussionsAPage) } };
    const { data } = discussionsAnswer.safeParse(await ask('/graphql', { body, signal }));
    return (data?.data?.search.nodes ?? []).map((node) => readDiscussion(node, community));
  };
  return {
    kind: 'poll',
    mostPages: 1,
    newPosts: async (community, { limit }, signal) => {
      const read = await issues(community, Math.min(issuesAPage, limit), signal);
      if (hasToken) read.push(...(await discussions(community, limit, signal)));
      const broken = read.filter((post) => post === null).length;
      if (broken > 0) log.warn({ community, broken }, 'GitHub sent posts that are not as documented');
      return { posts: read.flatMap((post) => post ?? []).sort(newestFirst), after: null };
    },
    findCommunity: async (name, signal) => {
      await issues(name, 1, signal);
      return name;
    },
    recheck: {
      atOnce: 1,
      states: async (ids, signal) => {
        const states = new Map<string, PostState>();
        for (const id of ids) {
          // The REST API has no discussions.
          const state = id.includes('/issues/') ? await issueState(ask, id, signal) : null;
          if (state !== null) states.set(id, state);
        }
        return states;
      },
    },
  };
}

/** Null for an issue about which the site makes no statement, such as one that moved to another repository. */
async function issueState(ask: AskGithub, id: string, signal?: AbortSignal): Promise<PostState | null> {
  try {
    const { data } = issue.safeParse(await ask(`/repos/${id}`, { signal }));
    return data === undefined ? null : stateOf(data);
  } catch (error) {
    if (error instanceof AppError && error.code === 'source.not-found') return { kind: 'removed', by: 'unknown' };
    if (error instanceof AppError && error.details.status === 301) return null;
    throw error;
  }
}

const newestFirst = (one: CommunityPost, other: CommunityPost) => other.createdAt.getTime() - one.createdAt.getTime();
