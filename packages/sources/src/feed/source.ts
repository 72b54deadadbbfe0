import { AppError, appError, type Clock, type KeyValue, leaseToSaveWork } from '@earshot/core';
import { type Fetcher, type OutboundAnswer, OutboundError } from '@earshot/outbound';
import type { PollReader } from '../define-source.ts';
import { retryAfterSeconds } from '../limit-headers.ts';
import { outcomeOfStatus, type SourceMetrics } from '../source-metrics.ts';
import { type FeedAnswer, type FeedMemories, feedMemories, type FeedMemory, type FeedTrouble } from './feed-memory.ts';
import { addressLabel, readFeedName, writeFeedName } from './names.ts';
import { softwareFeeds } from './presets.ts';

export interface FeedReaderOptions {
  readonly fetcher: Fetcher;
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'lease'>;
  readonly clock: Clock;
  readonly metrics: SourceMetrics;
}

const minuteMs = 60_000;
/** A feed is asked once in this time, unless it asks for a longer one. */
export const leastPauseMs = 10 * minuteMs;
const longestPauseMs = 24 * 60 * minuteMs;
/** The last answer is kept for those who ask before the next request, for at most this time. */
const answerMs = 60 * minuteMs;
/** Once in this time a feed is read even if it has not changed, so that its posts stay in the cache. */
const validMs = 12 * 60 * minuteMs;
/** A feed that answered 410 is gone for good. */
const goneMs = 30 * 24 * 60 * minuteMs;
/** Nothing was sent to a server that cannot be reached, so it is tried sooner. */
const unreachableMs = minuteMs;
/** One process asks a feed at a time; the others come back for its answer. */
const leaseMs = 20_000;
const comeBackSeconds = 5;

const timeoutMs = 8_000;
const largestFeed = 5 * 1024 * 1024;
const mostRedirects = 3;
/** Feeds that are tried for a page. */
const mostTries = 3;
const accept = 'application/atom+xml, application/rss+xml, application/feed+json, text/html;q=0.8, */*;q=0.5';
/** Servers label feeds as plain text or as anything. Pictures and films are not read. */
const mediaTypes = /xml|json|^text\/|octet-stream|^$/i;

/** Reads feeds. A feed says nothing about posts that it no longer lists, so known posts cannot be checked. */
export function feedReader(options: FeedReaderOptions): PollReader {
  const asking = { ...options, memories: feedMemories(options.kv) };
  return {
    kind: 'poll',
    mostPages: 1,
    newPosts: async (community, { after, limit }, signal) => {
      if (after !== null) return { posts: [], after: null };
      const { posts } = await answerOf(asking, community, signal).catch((error: unknown) => {
        throw error instanceof NotAFeed ? errorOf(error.trouble, leastPauseMs) : error;
      });
      return { posts: posts.slice(0, limit), after: null };
    },
    findCommunity: (name, signal) => findFeed(asking, name, signal),
  };
}

type Asking = FeedReaderOptions & { readonly memories: FeedMemories };

/** The feed's answer, or its last one while it may not be asked again. Without posts if the feed has not changed. */
async function answerOf(asking: Asking, community: string, signal?: AbortSignal): Promise<FeedAnswer> {
  const { memories, clock, kv, metrics } = asking;
  const { address } = readFeedName(community);
  const known = await memories.find(address);
  const waitMs = (known?.asksAt ?? 0) - clock.now().getTime();
  if (known !== null && waitMs > 0) {
    if (known.trouble !== undefined) throw errorOf(known.trouble, waitMs);
    return underName((await memories.answer(address)) ?? unchanged(known), community);
  }
  const lease = await leaseToSaveWork(kv, `feed:${address}`, leaseMs);
  if (lease === null) {
    metrics.heldBack();
    throw appError('source.rate-limited', { retryAfterSeconds: comeBackSeconds });
  }
  try {
    return await ask(asking, { address, community, known }, signal);
  } finally {
    await lease.release();
  }
}

function unchanged(known: FeedMemory | null): FeedAnswer {
  return { title: known?.title ?? '', posts: [] };
}

/** Two users may name one feed differently. */
function underName({ title, posts }: FeedAnswer, community: string): FeedAnswer {
  return { title, posts: posts.map((post) => ({ ...post, community })) };
}

function errorOf(trouble: FeedTrouble, waitMs: number): AppError {
  const { code, details } = trouble;
  const message = messageOf(trouble, Math.ceil(waitMs / minuteMs));
  const again = code === 'source.rate-limited' && { retryAfterSeconds: Math.ceil(waitMs / 1000) };
  return appError(code, { ...details, ...again, ...(message !== null && { message }) });
}

/** In words for the person who entered the address; null where the usual words of the error fit. */
function messageOf({ code, details: { host, status, reason } }: FeedTrouble, minutes: number): string | null {
  if (reason === 'forbidden address')
    return `Earshot cannot read ${host} because it is not a public address. Enter a public one, or ask your Earshot administrator to allow this one`;
  if (reason === 'not a feed' || reason === 'unexpected content')
    return `${host} has no feed at this address. Look for a link named RSS, Atom or Feed on the site and enter its address`;
  if (code === 'source.refused')
    return `${host} does not let Earshot read this feed (error ${status}). Choose a feed that opens without signing in`;
  const again = `Earshot tries again in ${minutes} minute${minutes === 1 ? '' : 's'}`;
  if (code === 'source.rate-limited') return `Earshot has reached the request limit of ${host}. ${again}`;
  if (code !== 'source.unavailable') return null;
  if (reason === 'time-out') return `${host} took too long to answer. ${again}`;
  if (reason === 'answer too large')
    return `The feed of ${host} is larger than Earshot can read. Choose a smaller one, such as one category or tag`;
  return reason === undefined
    ? `${host} is unavailable (error ${status}). ${again}`
    : `${host} does not answer. ${again}`;
}

interface Asked {
  readonly address: string;
  readonly community: string;
  readonly known: FeedMemory | null;
}

/** What an address has is no feed. */
class NotAFeed extends Error {
  readonly page: OutboundAnswer;
  readonly trouble: FeedTrouble;

  constructor(page: OutboundAnswer) {
    super('not a feed');
    this.name = 'NotAFeed';
    this.page = page;
    const details = { host: new URL(page.url).host, reason: 'not a feed' };
    this.trouble = { code: 'source.unavailable', details };
  }
}

/** Sends a request, and remembers the answer or why there is none. Throws NotAFeed too. */
async function ask(asking: Asking, { address, community, known }: Asked, signal?: AbortSignal): Promise<FeedAnswer> {
  const { clock, memories } = asking;
  const nowMs = clock.now().getTime();
  const isValid = known !== null && known.validUntil > nowMs;
  const last = { etag: isValid ? known.etag : null, modified: isValid ? known.modified : null };
  const remember = async (pauseMs: number, changes: Partial<FeedMemory>) => {
    const facts = {
      validUntil: known?.validUntil ?? 0,
      title: known?.title ?? '',
      pauseMs: known?.pauseMs ?? leastPauseMs,
    };
    const next = { ...last, ...facts, asksAt: nowMs + pauseMs, ...changes };
    await memories.save(address, next, Math.max(next.asksAt, next.validUntil) - nowMs + minuteMs);
  };
  const fail = async (trouble: FeedTrouble, pauseMs = leastPauseMs) => {
    await remember(pauseMs, { trouble });
    return errorOf(trouble, pauseMs);
  };

  const answer = await send(asking, address, last, signal).catch(async (error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    const details = { host: error.host, reason: error.reason };
    throw await fail(
      { code: 'source.unavailable', details },
      error.reason === 'unreachable' ? unreachableMs : leastPauseMs,
    );
  });
  const { status, headers } = answer;
  const problem = problemOf(answer, clock.now());
  if (problem !== null) throw await fail(problem.trouble, problem.pauseMs);
  if (status === 304) {
    await remember(known?.pauseMs ?? leastPauseMs, {});
    return unchanged(known);
  }
  // Loaded with the first feed, because most processes read none.
  const { readFeed } = await import('./parse-feed.ts');
  const feed = readFeed(textOf(answer), { address: answer.url, community, now: clock.now() });
  if (feed === null) {
    const error = new NotAFeed(answer);
    await remember(leastPauseMs, { trouble: error.trouble });
    throw error;
  }
  const pauseMs = pauseIn((feed.waitMinutes ?? 0) * minuteMs);
  const read = { title: feed.title, posts: [...feed.posts] };
  const validators = { etag: headers.get('etag'), modified: headers.get('last-modified') };
  await memories.saveAnswer(address, read, Math.min(pauseMs, answerMs));
  await remember(pauseMs, { ...validators, title: feed.title, pauseMs, validUntil: nowMs + validMs });
  return read;
}

function pauseIn(wishedMs: number): number {
  return Math.min(longestPauseMs, Math.max(leastPauseMs, wishedMs));
}

/** Why an answer is no feed, as far as its status tells. */
function problemOf(
  { url, status, headers }: OutboundAnswer,
  now: Date,
): { trouble: FeedTrouble; pauseMs: number } | null {
  const details = { host: new URL(url).host, status };
  const wishedMs = (retryAfterSeconds(headers, now) ?? 0) * 1_000;
  if (status === 429) return { trouble: { code: 'source.rate-limited', details }, pauseMs: pauseIn(wishedMs) };
  if (status >= 500) return { trouble: { code: 'source.unavailable', details }, pauseMs: pauseIn(wishedMs) };
  if (status === 404) return { trouble: { code: 'source.not-found', details }, pauseMs: leastPauseMs };
  if (status === 410) return { trouble: { code: 'source.not-found', details }, pauseMs: goneMs };
  return status === 200 || status === 304
    ? null
    : { trouble: { code: 'source.refused', details }, pauseMs: leastPauseMs };
}

async function send(
  { fetcher, metrics }: Asking,
  address: string,
  { etag, modified }: Pick<FeedMemory, 'etag' | 'modified'>,
  signal?: AbortSignal,
): Promise<OutboundAnswer> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const conditions = {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  };
  const limits = { timeoutMs, maxBytes: largestFeed, redirects: mostRedirects, mediaTypes, signal };
  try {
    const answer = await fetcher(address, { headers: { accept, ...conditions }, ...limits });
    metrics.requested(answer.status === 304 ? 'ok' : outcomeOfStatus(answer.status), seconds());
    return answer;
  } catch (error) {
    metrics.requested(signal?.aborted === true ? 'given-up' : 'unavailable', seconds());
    throw error;
  }
}

/** Decodes by the charset of the header, then by that of the XML declaration. */
function textOf({ headers, body }: OutboundAnswer): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200));
  const [, named] =
    /charset=["']?([\w-]+)/i.exec(headers.get('content-type') ?? '') ??
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(start) ??
    [];
  try {
    return new TextDecoder(named).decode(body);
  } catch {
    // An unknown charset.
    return new TextDecoder().decode(body);
  }
}

/**
 * The name of the feed that a typed address means: the address itself, a feed that its page names, or the one that forum
 * software keeps for such a page. Throws source.not-found if there is none, and the errors of a site that cannot be read.
 */
async function findFeed(asking: Asking, name: string, signal?: AbortSignal): Promise<string> {
  const { address, label } = readFeedName(name);
  const named = (feed: string, { title }: FeedAnswer) =>
    writeFeedName({ address: feed, label: title !== '' && label === addressLabel(address) ? title : label });
  const feed = (await asking.memories.feedOf(address)) ?? address;
  try {
    return named(feed, await answerOf(asking, feed, signal));
  } catch (error) {
    const others = feed === address ? await feedsNear(address, error) : [];
    if (others.length === 0 && !(error instanceof NotAFeed)) throw error;
    for (const other of others) {
      const found = await answerOf(asking, other, signal).catch(unlessBroken);
      if (found === null) continue;
      await asking.memories.saveFeedOf(address, other, validMs);
      return named(other, found);
    }
    throw appError('source.not-found', {}, error);
  }
}

/** Feeds to try for an address that is none itself. */
async function feedsNear(address: string, error: unknown): Promise<readonly string[]> {
  if (!(error instanceof NotAFeed || error instanceof AppError)) return [];
  const { feedsOfPage } = await import('./page-feeds.ts');
  const ofPage = error instanceof NotAFeed ? feedsOfPage(textOf(error.page), error.page.url) : [];
  const all = new Set([...ofPage, ...softwareFeeds(new URL(address))]);
  all.delete(address);
  return [...all].slice(0, mostTries);
}

function unlessBroken(error: unknown): null {
  if (error instanceof AppError || error instanceof NotAFeed) return null;
  throw error;
}
