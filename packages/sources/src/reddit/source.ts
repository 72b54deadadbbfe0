import { z } from 'zod';
import { type AppError, appError, type Clock, type KeyValue, type Logger } from '@earshot/core';
import type { CommunityPost } from '../community-source.ts';
import type { PollReader, SiteBudget } from '../define-source.ts';
import type { Fetcher } from '@earshot/outbound';
import type { SourceMetrics } from '../source-metrics.ts';
import { requestBudget, secondsToWait } from './budget.ts';
import { requestSite, type SiteAnswer } from '../site-request.ts';
import { listing, readCommunity, readPost, readRule, ruleList, stateIn } from './shapes.ts';
import { appToken } from './token.ts';

export interface RedditOptions {
  /**
   * Base URL of the token endpoint, for example `https://www.reddit.com`, without a trailing slash. Read before each
   * call.
   */
  authUrl(): string;
  /** Base URL of the API, for example `https://oauth.reddit.com`. */
  apiUrl(): string;
  /** Base URL where people read posts; `https://www.reddit.com` by default. */
  linkUrl?(): string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * `<platform>:<app id>:<version> (by /u/<name>)`, as the site requires. The site blocks apps with a false user agent.
   */
  readonly userAgent: string;
  readonly fetcher: Fetcher;
  /** The message about a community that does not exist; by default that of the error. */
  readonly missing?: string | undefined;
  readonly budget?: SiteBudget;
  readonly kv: KeyValue;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds for one request; 10,000 by default. */
  readonly timeoutMs?: number;
  readonly metrics?: SourceMetrics;
}

const largestPage = 100;
/** Listings of the site end after about this many posts. */
const listingEnd = 1_000;
const longestQuery = 512;
/** Answers about private, quarantined, gated and banned communities contain the reason. */
const closed = z.object({ reason: z.string().min(1) });

/**
 * Reddit's API as a community source, with the application's token. One budget per client id is shared through `kv`. A
 * request beyond it is not sent and throws source.rate-limited. Answers are untrusted: malformed posts are dropped and
 * counted in the log, removed posts are dropped. A deleted author becomes `[deleted]`.
 */
export function redditSource(
  options: RedditOptions,
): Required<Omit<PollReader, 'parentText' | 'findCommunity' | 'ping'>> {
  const get = client(options);
  const linkUrl = options.linkUrl ?? (() => 'https://www.reddit.com');
  return {
    kind: 'poll',
    mostPages: listingEnd / largestPage,
    newPosts: async (subreddit, { after, limit }, signal) => {
      const query = { limit: pageSize(limit), ...(after !== null && { after }) };
      const { data } = await get(`/r/${encodeURIComponent(subreddit)}/new`, query, listing, signal);
      const read = data.children.map((child) => readPost(child, linkUrl()));
      const broken = read.filter((post) => post === 'broken').length;
      if (broken > 0) options.log.warn({ subreddit, broken }, 'the source sent posts that are not as documented');
      return { posts: read.filter(isPost), after: data.after ?? null };
    },
    recheck: {
      atOnce: largestPage,
      states: async (ids, signal) => {
        const { data } = await get('/api/info', { id: ids.join(',') }, listing, signal);
        return new Map(data.children.flatMap((child) => stateIn(child) ?? []).map(({ id, state }) => [id, state]));
      },
    },
    rules: async (subreddit, signal) => {
      const { rules } = await get(`/r/${encodeURIComponent(subreddit)}/about/rules`, {}, ruleList, signal);
      return rules.map(readRule).filter((rule) => rule !== null);
    },
    searchCommunities: async (query, limit, signal) => {
      const search = { q: query.slice(0, longestQuery), limit: pageSize(limit) };
      const { data } = await get('/subreddits/search', search, listing, signal);
      return data.children.map(readCommunity).filter((community) => community !== null);
    },
  };
}

function isPost(post: ReturnType<typeof readPost>): post is CommunityPost {
  return typeof post === 'object';
}

function pageSize(limit: number): string {
  return String(Math.max(1, Math.min(largestPage, Math.trunc(limit))));
}

type Get = <S extends z.ZodType>(
  path: string,
  query: Record<string, string>,
  shape: S,
  signal: AbortSignal | undefined,
) => Promise<z.output<S>>;

function client(options: RedditOptions): Get {
  const { apiUrl, clock, userAgent, fetcher, timeoutMs = 10_000, metrics } = options;
  const token = appToken({ ...options, timeoutMs });
  const budget = requestBudget({ ...options, heldBack: metrics?.heldBack });

  const send = async (url: string, bearer: string, signal: AbortSignal | undefined) => {
    await budget.take();
    const headers = { authorization: `Bearer ${bearer}`, 'user-agent': userAgent, accept: 'application/json' };
    const answer = await requestSite(
      url,
      { method: 'GET', headers },
      { fetcher, timeoutMs, signal, requested: metrics?.requested },
    );
    await budget.learn(answer.headers);
    return answer;
  };

  return async (path, query, shape, signal) => {
    signal?.throwIfAborted();
    // Without raw_json, the site escapes < > and & in every text.
    const url = `${apiUrl()}${path}?${new URLSearchParams({ ...query, raw_json: '1' }).toString()}`;
    const bearer = await token.current();
    let answer = await send(url, bearer, signal);
    if (answer.status === 401 || (answer.status === 403 && token.isNearEnd(bearer))) {
      token.drop(bearer);
      answer = await send(url, await token.current(), signal);
    }
    if (answer.status === 429) await budget.close(secondsToWait(answer.headers, clock.now()));
    const parsed = shape.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success)
      throw problem(answer, path, { missing: options.missing, now: clock.now() });
    return parsed.data;
  };
}

/** Converts an answer without the expected shape to an error. */
function problem(
  answer: SiteAnswer,
  path: string,
  { missing: message, now }: { readonly missing: string | undefined; readonly now: Date },
): AppError {
  const { host, status, headers, body } = answer;
  const facts = { host, status, path };
  if (status === 401) return appError('source.refused', facts);
  const { reason } = closed.safeParse(body).data ?? {};
  // Any other 403 concerns our client.
  if (status === 403 && reason === undefined) return appError('source.refused', facts);
  if (status === 403) return appError(reason === 'quarantined' ? 'source.quarantined' : 'source.private', facts);
  const notFound = () => appError('source.not-found', { ...facts, ...(message !== undefined && { message }) });
  if (status === 404) return reason === 'banned' ? appError('source.banned', facts) : notFound();
  if (status >= 300 && status < 400) {
    const leadsToSearch = (headers.get('location') ?? '').includes('/subreddits/search');
    return leadsToSearch ? notFound() : appError('source.refused', facts);
  }
  if (status === 429)
    return appError('source.rate-limited', { ...facts, retryAfterSeconds: secondsToWait(headers, now) });
  return appError('source.unavailable', facts);
}
