import { AppError, appError, type ErrorDetails } from '@earshot/core';
import type { ErrorCode } from '@earshot/proto/errors';
import type { SourceState } from '@earshot/proto/values';
import type { SourceDefinition } from '@earshot/sources';
import type { CommunityRef } from '@earshot/proto/refs';
import { problemWords } from './source-problem.ts';

/** Why reads of a community, or of a stream, fail. */
export interface Trouble {
  /** The first failed read after the last successful one. */
  readonly since: Date;
  /** The latest failed read. */
  readonly at: Date;
  /** Null for a fault of ours. */
  readonly code: ErrorCode | null;
  readonly details: ErrorDetails;
}

/** The trouble after another failed read. A wait for the site's limit, and failures that no wait ends, are two troubles. */
export function troubleAfter(before: Trouble | null, error: unknown, now: Date): Trouble {
  const { code, details } = error instanceof AppError ? error : { code: null, details: {} };
  const isLimit = (one: ErrorCode | null) => one === 'source.rate-limited';
  const continues = before !== null && isLimit(before.code) === isLimit(code);
  return { since: continues ? before.since : now, at: now, code, details };
}

/** What is known about the reads of a community. */
export interface CommunityReads extends CommunityRef {
  readonly headFetchedAt: Date | null;
  readonly newestAt: Date | null;
  readonly trouble: Trouble | null;
  readonly usualGapMs: number | null;
  readonly nextTryAt: Date | null;
}

/** The stream of a source that has one. */
export interface StreamReads {
  readonly savedAt: Date | null;
  readonly trouble: Trouble | null;
}

/** The new posts of a source in one hour. */
export interface HourOfPosts {
  readonly hour: Date;
  readonly posts: number;
  readonly newestAt: Date;
}

/** The health of a source by its reads. */
export interface SourceHealth {
  readonly state: SourceState;
  /** When a state other than `listening` began. */
  readonly since: Date | null;
  /** The latest failed read behind the state. */
  readonly failedAt: Date | null;
  readonly cause: string | null;
  readonly nextTryAt: Date | null;
  readonly lastPostAt: Date | null;
  readonly read: number;
  readonly failing: number;
  readonly silent: number;
}

/** The states in which a source gives no posts until somebody acts or the site recovers. */
export const stoppedStates: readonly SourceState[] = ['refused', 'unreachable', 'misconfigured'];

/** Errors that say something about the source, and not only about one community. Null is a fault of ours. */
const errorsOfSources: readonly (ErrorCode | null)[] = [
  'source.refused',
  'source.unavailable',
  'source.rate-limited',
  null,
];

const silentGaps = 10;
/** A fast community may pause for some minutes at night. */
const leastSilenceMs = 3_600_000;
/** A stream that reported nothing for so long does not work: streams save their position about once a second. */
const streamQuietMs = 2 * 60_000;

type Credentials = Pick<SourceDefinition, 'client' | 'secrets'>;

/**
 * The health of a source. A source is in trouble if all communities that were tried lately fail for a reason that is not
 * their own. While some can be read it listens, and `cause` says why the others fail.
 */
export function sourceHealth(
  definition: Credentials,
  reads: readonly CommunityReads[],
  now: Date,
  stream: StreamReads | null = null,
): SourceHealth {
  const failing = reads.filter(({ trouble }) => trouble !== null);
  const facts = {
    read: reads.length,
    failing: failing.length,
    silent: reads.filter((one) => isSilent(one)).length,
    lastPostAt: latest(reads.map(({ newestAt }) => newestAt)),
  };
  const nextTryAt = earliest((failing.length > 0 ? failing : reads).map(({ nextTryAt: at }) => at));
  const none = { since: null, failedAt: null, cause: null, nextTryAt, ...facts };
  if (reads.length === 0) return { ...none, state: 'idle' };
  const ofStream = stream && streamTrouble(stream, now);
  if (ofStream) return { ...none, ...inTrouble(definition, ofStream, ofStream.since), failing: reads.length };
  const judged = reads.filter(({ trouble }) => trouble === null || isOfSource(trouble));
  const troubles = judged.flatMap(({ trouble }) => (trouble === null ? [] : [trouble]));
  const [newest] = troubles.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (newest === undefined) return { ...none, state: 'listening' };
  const areLimits = troubles.every(({ code }) => code === 'source.rate-limited');
  if (troubles.length < judged.length && !areLimits) {
    const failed = troubles.toSorted((one, other) => other.at.getTime() - one.at.getTime());
    const [shown = newest] = failed.filter(({ code }) => code !== 'source.rate-limited');
    return { ...none, state: 'listening', cause: causeOf(shown) };
  }
  return { ...none, ...inTrouble(definition, newest, beginOf(judged, troubles, areLimits)) };
}

function inTrouble(definition: Credentials, trouble: Trouble, since: Date) {
  return { state: stateOf(definition, trouble), since, failedAt: trouble.at, cause: causeOf(trouble) };
}

/** The source stopped with the first failed read after which none succeeded. */
function beginOf(judged: readonly CommunityReads[], troubles: readonly Trouble[], areLimits: boolean): Date {
  const begins = troubles.map(({ since }) => since).toSorted((one, other) => one.getTime() - other.getTime());
  const lastRead = areLimits ? null : latest(judged.map(({ headFetchedAt }) => headFetchedAt));
  return begins.find((since) => lastRead === null || since >= lastRead) ?? begins.at(-1) ?? new Date(0);
}

function streamTrouble({ savedAt, trouble }: StreamReads, now: Date): Trouble | null {
  if (trouble !== null) return trouble;
  if (savedAt === null || now.getTime() - savedAt.getTime() < streamQuietMs) return null;
  return { since: savedAt, at: now, code: 'source.unavailable', details: {} };
}

function stateOf({ client, secrets }: Credentials, { code, details }: Trouble): SourceState {
  if (code === 'source.rate-limited') return 'limited';
  if (code !== 'source.refused') return 'unreachable';
  const hasCredentials = client !== undefined || secrets.length > 0;
  return hasCredentials && details['status'] === 401 ? 'misconfigured' : 'refused';
}

function isOfSource({ code }: Trouble): boolean {
  return errorsOfSources.includes(code);
}

/** What happened, in the words of the site. */
function causeOf({ code, details, at }: Trouble): string {
  return problemWords(code === null ? new Error('a fault of ours') : appError(code, details), at);
}

/** Whether nobody had posted for ten times the usual gap when the community was last read. */
function isSilent({ headFetchedAt, newestAt, usualGapMs, trouble }: CommunityReads): boolean {
  if (trouble !== null || headFetchedAt === null || newestAt === null || usualGapMs === null) return false;
  const silenceMs = headFetchedAt.getTime() - newestAt.getTime();
  return silenceMs > Math.max(silentGaps * usualGapMs, leastSilenceMs);
}

/** A community from which no posts arrive. */
export interface CommunityHealth {
  readonly community: CommunityRef;
  readonly trouble: 'failing' | 'silent';
  readonly since: Date | null;
  readonly cause: string | null;
  readonly nextTryAt: Date | null;
  readonly usualGapMs: number | null;
}

/**
 * Why no posts arrive from a community; null if they do, or if it was never read. `problem` is the reason why it cannot be
 * scanned in this installation.
 */
export function communityHealth(
  community: CommunityRef,
  reads: CommunityReads | null,
  problem: AppError | null,
): CommunityHealth | null {
  const usualGapMs = reads?.usualGapMs ?? null;
  if (problem !== null)
    return { community, trouble: 'failing', since: null, cause: problem.message, nextTryAt: null, usualGapMs };
  if (reads === null) return null;
  const { trouble, newestAt, nextTryAt } = reads;
  if (trouble !== null)
    return { community, trouble: 'failing', since: trouble.since, cause: causeOf(trouble), nextTryAt, usualGapMs };
  return isSilent(reads) ? { community, trouble: 'silent', since: newestAt, cause: null, nextTryAt, usualGapMs } : null;
}

const dayMs = 24 * 3_600_000;
const usualDays = 7;

/** The posts of the last 24 hours, and of a usual day before them. Null where too little is known. */
export function paceOf(
  hours: readonly HourOfPosts[],
  now: Date,
): { readonly postsLastDay: number | null; readonly usualPostsADay: number | null } {
  const [first] = hours;
  if (first === undefined) return { postsLastDay: null, usualPostsADay: null };
  const dayAgo = now.getTime() - dayMs;
  const begin = Math.max(first.hour.getTime(), dayAgo - usualDays * dayMs);
  const sum = (fromMs: number, toMs: number) =>
    hours
      .filter(({ hour }) => hour.getTime() >= fromMs && hour.getTime() < toMs)
      .reduce((total, { posts }) => total + posts, 0);
  const days = (dayAgo - begin) / dayMs;
  const usualPostsADay = days < 1 ? null : Math.round((10 * sum(begin, dayAgo)) / days) / 10;
  return { postsLastDay: sum(dayAgo, Infinity), usualPostsADay };
}

/** The latest of the times that are known. */
export function latest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : new Date(Math.max(...known));
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known));
}
