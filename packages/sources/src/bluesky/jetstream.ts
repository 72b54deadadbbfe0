import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@earshot/core';
import { HandshakeRefused, OutboundError, type OutboundSocket, type SocketOpener } from '@earshot/outbound';
import { z } from 'zod';
import { retryAfterSeconds } from '../limit-headers.ts';
import { outcomeOfStatus, type SourceMetrics } from '../source-metrics.ts';
import { cursorAt, microseconds, type StreamPosition } from './cursor.ts';
import { postCollection, readFrame, type StreamEvent } from './shapes.ts';

/** Time limits in milliseconds. */
export interface StreamTimes {
  /** Between two batches. */
  readonly batchMs: number;
  /** A host that sends nothing readable for so long is left. */
  readonly silenceMs: number;
  /** A host that is this late, and does not catch up within the time after it, is left. */
  readonly lateMs: number;
  readonly catchUpMs: number;
  /** Before the first try again, doubled up to the longest. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}

export const streamTimes: StreamTimes = {
  batchMs: 1_000,
  silenceMs: 30_000,
  lateMs: 10 * 60_000,
  catchUpMs: 60_000,
  retryMs: 1_000,
  longestRetryMs: 60_000,
};

export interface JetstreamOptions {
  /** Addresses of hosts, without a slash at the end; the first is preferred. */
  readonly hosts: readonly string[];
  readonly connect: SocketOpener;
  readonly clock: Clock;
  readonly log: Logger;
  readonly times: StreamTimes;
  readonly requested: SourceMetrics['requested'];
  readonly received: (bytes: number) => void;
}

/** Events about an account that were read together, with the time at which each was seen. */
export interface EventBatch {
  readonly events: readonly { readonly atMs: number; readonly event: StreamEvent }[];
  readonly position: StreamPosition;
}

const path = '/xrpc/network.bsky.jetstream.subscribeEvents';
const protocol = 'xrpc.v1.json';
const connectMs = 10_000;
/** Hosts leave out larger events. A record may have 1 MB, but a post has 300 characters. */
const largestEvent = 256 * 1024;
/** A host that ignores the limit above is left at this size. */
const maxFrameBytes = 1024 * 1024;
const mostEvents = 2_000;
/** What a frame that is too large costs: the events of this time after the last one. */
const skippedMs = 1_000;

/** Why a connection is given up. */
class StreamProblem extends Error {
  readonly problem: 'silent' | 'late' | 'too slow' | 'ended';

  constructor(problem: StreamProblem['problem'], message: string) {
    super(message);
    this.name = 'StreamProblem';
    this.problem = problem;
  }
}

/**
 * Yields the events of the network about posts and accounts after `start`, from now on if it is null, until `signal` aborts.
 * Changes the host when one fails, stalls or falls behind; events may then be repeated. A connection that nobody reads from
 * is paused, so memory is bounded.
 */
export async function* jetstream(
  options: JetstreamOptions,
  start: StreamPosition | null,
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  const hosts = hostChoice(options);
  let course: Course = { position: start, skipToMs: null };
  for (;;) {
    const { position: last, skipToMs } = course;
    const host = await hosts.next(last?.host ?? null, signal);
    const sinceMs = options.clock.now().getTime();
    const cursor = skipToMs === null ? cursorAt(host, last) : microseconds(skipToMs);
    try {
      const socket = await open(options, { host, cursor, signal });
      const continues = skipToMs === null && last?.host === host;
      const position = continues ? last : { host, seq: null, atMs: last?.atMs ?? sinceMs };
      course = { position, skipToMs };
      try {
        for await (const batch of batchesOf(options, { socket, position })) {
          course = { position: batch.position, skipToMs: null };
          yield batch;
        }
      } finally {
        socket.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      course = await afterFailure(options, { error, host, hosts, cursor, course, sinceMs, signal });
    }
  }
}

/** Where the stream goes on. */
interface Course {
  readonly position: StreamPosition | null;
  /** Replaces the cursor until events come, to leave out a frame that is too large. */
  readonly skipToMs: number | null;
}

interface Failure {
  readonly error: unknown;
  readonly host: string;
  readonly hosts: ReturnType<typeof hostChoice>;
  readonly cursor: string | null;
  readonly course: Course;
  /** When the connection was begun. */
  readonly sinceMs: number;
  readonly signal: AbortSignal;
}

/** Decides where the stream goes on after a failure, and lets the host rest. */
async function afterFailure(
  { clock, log, times }: JetstreamOptions,
  { error, host, hosts, cursor, course: { position, skipToMs }, sinceMs, signal }: Failure,
): Promise<Course> {
  const facts = { host, err: error };
  if (cursor !== null && isCursorTooOld(error)) {
    const missedSeconds = Math.round((sinceMs - (position?.atMs ?? sinceMs)) / 1_000);
    log.warn({ host, missedSeconds }, 'a Bluesky host no longer has the posts since the last one; going on from now');
    return { position: null, skipToMs: null };
  }
  const problem = error instanceof StreamProblem ? error.problem : null;
  if (problem === 'too slow') {
    // Another host would send even more.
    log.warn(facts, 'Earshot reads the Bluesky stream too slowly; reopening it');
    await wait(times.retryMs, undefined, { signal });
    return { position, skipToMs };
  }
  if (problem === 'silent') log.info(facts, 'a Bluesky host sends nothing; reopening the stream');
  else log.warn(facts, 'the Bluesky stream ended; reopening it');
  const nowMs = clock.now().getTime();
  const wasHealthy = nowMs - sinceMs > times.longestRetryMs;
  hosts.failed(host, { retryAfterMs: retryAfterMs(error, clock.now()), wasHealthy });
  const isTooLarge = error instanceof OutboundError && error.reason === 'answer too large';
  // A number that a host refuses would be refused again.
  const isRefused = error instanceof HandshakeRefused && position !== null;
  return {
    position: isRefused ? { ...position, seq: null } : position,
    skipToMs: isTooLarge ? Math.max(skipToMs ?? 0, position?.atMs ?? sinceMs) + skippedMs : skipToMs,
  };
}

function isCursorTooOld(error: unknown): boolean {
  return error instanceof HandshakeRefused && error.status === 400 && nameIn(error.body) === 'CursorTooOld';
}

const refusal = z.object({ error: z.string() });

function nameIn(body: string): string | null {
  try {
    return refusal.safeParse(JSON.parse(body)).data?.error ?? null;
  } catch {
    return null;
  }
}

function retryAfterMs(error: unknown, now: Date): number {
  return error instanceof HandshakeRefused ? (retryAfterSeconds(error.headers, now) ?? 0) * 1_000 : 0;
}

/** Which host is asked next. Each host that failed rests, longer with each failure in a row. */
function hostChoice({ hosts, times }: Pick<JetstreamOptions, 'hosts' | 'times'>) {
  const resting = new Map<string, { readonly failures: number; readonly untilMs: number }>();
  const nowMs = () => performance.now();
  return {
    next: async (current: string | null, signal: AbortSignal): Promise<string> => {
      const order = hosts.toSorted((a, b) => Number(b === current) - Number(a === current));
      const endOf = (host: string) => resting.get(host)?.untilMs ?? 0;
      const [first = ''] = order;
      const host =
        order.find((one) => endOf(one) <= nowMs()) ?? order.reduce((a, b) => (endOf(b) < endOf(a) ? b : a), first);
      const restMs = endOf(host) - nowMs();
      if (restMs > 0) await wait(restMs, undefined, { signal });
      signal.throwIfAborted();
      return host;
    },
    failed: (
      host: string,
      { retryAfterMs: asked, wasHealthy }: { readonly retryAfterMs: number; readonly wasHealthy: boolean },
    ) => {
      const failures = wasHealthy ? 1 : (resting.get(host)?.failures ?? 0) + 1;
      const most = Math.min(times.longestRetryMs, times.retryMs * 2 ** Math.min(failures - 1, 20));
      // Half of it is random, so that installations do not all return at the same moment.
      const restMs = Math.max(asked, most / 2 + (most / 2) * Math.random());
      resting.set(host, { failures, untilMs: nowMs() + restMs });
    },
  };
}

async function open(
  { connect, requested }: JetstreamOptions,
  { host, cursor, signal }: { readonly host: string; readonly cursor: string | null; readonly signal: AbortSignal },
): Promise<OutboundSocket> {
  const query = new URLSearchParams({ collections: postCollection, maxMessageSizeBytes: String(largestEvent) });
  for (const kind of ['commit', 'account']) query.append('kinds', kind);
  if (cursor !== null) query.set('cursor', cursor);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    const request = { protocol, signal, timeoutMs: connectMs, maxFrameBytes };
    const socket = await connect(`${host}${path}?${query.toString()}`, request);
    requested('ok', seconds());
    return socket;
  } catch (error) {
    if (signal.aborted) requested('given-up', seconds());
    else requested(error instanceof HandshakeRefused ? outcomeOfStatus(error.status) : 'unavailable', seconds());
    throw error;
  }
}

interface Reading {
  readonly socket: OutboundSocket;
  readonly position: StreamPosition;
}

/** Reads a connection until it fails. Yields once in `batchMs` at most, and not without a new event. */
async function* batchesOf(options: JetstreamOptions, { socket, position: from }: Reading): AsyncGenerator<EventBatch> {
  const { times, log, received } = options;
  const watch = delayWatch(options, socket);
  let position = from;
  let events: EventBatch['events'][number][] = [];
  let isNew = from.seq === null;
  let yieldedAt = performance.now();
  /** Time spent waiting for a readable frame. The time in which the caller stores a batch is not the host's. */
  let silentMs = 0;
  let broken = 0;
  for (;;) {
    const now = performance.now();
    const dueMs = isNew ? yieldedAt + times.batchMs - now : Infinity;
    let problem: Error | null = null;
    const waitMs = Math.max(0, Math.min(dueMs, times.silenceMs - silentMs));
    const frames = await socket.frames(waitMs).catch((error: unknown): readonly Buffer[] => {
      if (!(error instanceof OutboundError)) throw error;
      problem = error;
      return [];
    });
    silentMs += performance.now() - now;
    for (const data of frames) {
      received(data.byteLength);
      const frame = readFrame(data);
      if (frame === null) broken += 1;
      else silentMs = 0;
      if (frame?.kind === 'error') problem = endOf(frame);
      if (frame?.kind === 'info')
        log.warn({ host: from.host, ...frame }, 'a Bluesky host could not begin where the stream ended');
      if (frame?.kind !== 'event') continue;
      // A host repeats the event of the cursor.
      if (frame.seq <= (from.seq ?? -1)) continue;
      // Later ones are in order, as documented. One that is not is read, and does not move the cursor back.
      if (frame.seq > (position.seq ?? -1)) position = { host: from.host, seq: frame.seq, atMs: frame.atMs };
      isNew = true;
      if (frame.event !== null) events.push({ atMs: frame.atMs, event: frame.event });
    }
    const isDue = performance.now() - yieldedAt >= times.batchMs || events.length >= mostEvents;
    // Also before a problem is reported, so that connections that soon end make progress too.
    if (isNew && (isDue || problem !== null)) {
      if (broken > 0) log.warn({ host: from.host, broken }, 'Bluesky sent frames that are not as documented');
      yield { events, position };
      [events, isNew, broken, yieldedAt] = [[], false, 0, performance.now()];
    }
    if (problem !== null) throw problem;
    if (silentMs >= times.silenceMs) throw new StreamProblem('silent', `nothing for ${times.silenceMs} ms`);
    watch(position);
  }
}

function endOf({ name, message }: { readonly name: string; readonly message: string }): StreamProblem {
  return new StreamProblem(name === 'ConsumerTooSlow' ? 'too slow' : 'ended', `${name} ${message}`);
}

/** Throws if a host is late and sends the past no faster than it happened, although it was read all the time. */
function delayWatch({ clock, times }: JetstreamOptions, socket: OutboundSocket): (position: StreamPosition) => void {
  let since: { readonly nowMs: number; readonly atMs: number; readonly pauses: number } | null = null;
  return ({ seq, atMs }) => {
    const nowMs = clock.now().getTime();
    if (seq === null || nowMs - atMs < times.lateMs) since = null;
    else if (since === null || socket.pauses() > since.pauses) since = { nowMs, atMs, pauses: socket.pauses() };
    else if (nowMs - since.nowMs >= times.catchUpMs) {
      if (atMs - since.atMs <= nowMs - since.nowMs)
        throw new StreamProblem('late', `${Math.round((nowMs - atMs) / 1_000)} s late`);
      since = { nowMs, atMs, pauses: socket.pauses() };
    }
  };
}
