import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, type KeyValue, leaseToSaveWork, type Logger } from '@earshot/core';
import { addOutbox, type OutboxFields, outboxPush, type Part, upsertAtLast } from '@earshot/service-kit';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { FollowedCommunities, PostChanges, Source, Sources, StreamReader } from '@earshot/sources';
import type { FeedPlan } from './feed-plan.ts';
import type { HeardPosts } from './heard-posts.ts';
import type { KnownPosts } from './known-posts.ts';
import type { PostWriter } from './post-writer.ts';
import { joinedChanges } from './stream-changes.ts';
import { type Connection, type Model, Schema } from 'mongoose';
import { type Trouble, troubleAfter } from '../domain/source-health.ts';

export interface StreamDeps {
  readonly sources: Pick<Sources, 'all'>;
  readonly plan: Pick<FeedPlan, 'followed'>;
  readonly posts: Pick<PostWriter, 'put' | 'remove'>;
  readonly known: KnownPosts;
  readonly heard: HeardPosts;
  readonly cursors: StreamCursors;
  /** Called after a position was saved with events. */
  readonly saved: () => void;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A stream whose owner died is read by another process after this time. */
const leaseMs = 20_000;
const renewMs = 5_000;
/** Between two looks at a lease of another process and at what is followed, and before a stream that ended is opened again. */
const pauseMs = 1_000;
/** Between two looks while nothing is followed, which is all that most installations do. */
const idleMs = 3_000;

/**
 * Reads the streams of all sources that have one, each while somebody follows one of its communities. One process at a time
 * owns a stream, by a lease.
 */
export function createStreams(deps: StreamDeps): Part {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const follow = async (source: Source, read: StreamReader) => {
    const { id } = source.definition;
    while (!stop.signal.aborted) {
      const isIdle = await followIfNeeded(deps, { source, read }, stop.signal).catch(async (err: unknown) => {
        if (!stop.signal.aborted) await noteFailure(deps, id, err);
        return false;
      });
      await wait(isIdle ? idleMs : pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  return {
    name: 'ingest streams',
    start: async () => {
      working = Promise.all(
        deps.sources.all.flatMap((source) => (source.read.kind === 'stream' ? [follow(source, source.read)] : [])),
      );
    },
    stop: async () => {
      stop.abort();
      await working;
    },
  };
}

interface Followed {
  readonly source: Source;
  readonly read: StreamReader;
}

/** Resolves with whether nothing is followed. */
async function followIfNeeded(deps: StreamDeps, stream: Followed, stopping: AbortSignal): Promise<boolean> {
  const names = await deps.plan.followed(stream.source.definition.id, deps.clock.now());
  if (names.length > 0) await followOnce(deps, stream, stopping);
  return names.length === 0;
}

async function noteFailure({ cursors, clock, log }: StreamDeps, id: string, err: unknown) {
  log.warn({ err, source: id }, 'the stream of a source failed; reopening it');
  await cursors.fail(id, err, clock.now()).catch((failure: unknown) => {
    log.warn({ err: failure, source: id }, 'the failure of a stream could not be saved');
  });
}

/**
 * Reads a stream from its stored cursor until it ends, until nothing is followed, or until the lease is lost. Does nothing
 * without the lease.
 */
async function followOnce(deps: StreamDeps, { source, read }: Followed, stopping: AbortSignal): Promise<void> {
  const { id } = source.definition;
  const lease = await leaseToSaveWork(deps.kv, `ingest-stream:${id}`, leaseMs);
  if (lease === null) return;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    void lease.renew(leaseMs).then((isMine) => {
      if (!isMine) lost.abort(new Error('another process reads the stream'));
    });
  }, renewMs);
  const idle = new AbortController();
  const followed = await watchFollowed(deps, id, () => idle.abort(new NothingFollowed()));
  const signal = AbortSignal.any([stopping, lost.signal, idle.signal]);
  try {
    for await (const reported of read.open(await deps.cursors.find(id), signal, followed.names)) {
      signal.throwIfAborted();
      const events = await store(deps, source, reported);
      // Only now. After a crash between the two writes the changes are reported again, and stored with the same result.
      await deps.cursors.save(id, reported.cursor, events, deps.clock.now());
      if (events.length > 0) deps.saved();
    }
  } catch (error) {
    if (!(error instanceof NothingFollowed)) throw error;
  } finally {
    clearInterval(renewal);
    followed.stop();
    // Whoever follows a community next wants its new posts, not those of the time without one.
    if (idle.signal.aborted) await deps.cursors.forget(id);
    await lease.release();
  }
}

class NothingFollowed extends Error {}

/** Keeps the names of the followed communities up to date. `ended` is called when there are none any more. */
async function watchFollowed(
  { plan, clock, log }: Pick<StreamDeps, 'plan' | 'clock' | 'log'>,
  source: string,
  ended: () => void,
): Promise<{ readonly names: FollowedCommunities; readonly stop: () => void }> {
  let names: ReadonlySet<string> = new Set(await plan.followed(source, clock.now()));
  const look = async () => {
    const next = new Set(await plan.followed(source, clock.now()));
    if (next.size === 0) ended();
    else if (next.size !== names.size || [...next].some((name) => !names.has(name))) names = next;
  };
  const looks = setInterval(() => {
    look().catch((err: unknown) => log.warn({ err, source }, 'could not read which communities to follow; retrying'));
  }, pauseMs);
  return { names: () => names, stop: () => clearInterval(looks) };
}

/** Stores changes. Resolves with the events for users who listen. */
async function store(
  { posts, known, heard, clock }: StreamDeps,
  source: Source,
  { changes }: PostChanges,
): Promise<OutgoingEvent[]> {
  if (changes.length === 0) return [];
  const { id: origin } = source.definition;
  const { removedAuthors, present, removed } = joinedChanges(changes);
  for (const { idPrefix, by } of removedAuthors) {
    const ids = await known.startingWith(origin, idPrefix);
    await posts.remove(
      origin,
      ids.map((id) => ({ id, by })),
      clock.now(),
    );
  }
  await posts.put(present, origin, clock.now());
  // A stream reports the removals of the whole site.
  const ids = await known.among(
    origin,
    removed.map(({ id }) => id),
  );
  await posts.remove(
    origin,
    removed.filter(({ id }) => ids.has(id)),
    clock.now(),
  );
  const events: OutgoingEvent[] = [];
  for (const [name, some] of Map.groupBy(present, ({ community }) => community)) {
    const community = { source: origin, name };
    const listeners = await heard.listenersOf(community);
    const postIds = some.map(({ id: postId }) => postId);
    events.push(...heard.eventsOf({ community, postIds, listeners }));
  }
  return events;
}

/** The position in the stream of one source. The outbox holds the events about its posts for users who listen. */
export interface CursorDocument extends Partial<OutboxFields> {
  _id: string;
  /** Absent if the stream begins with what happens from now on. */
  cursor?: string;
  /** When the stream last reported something. */
  savedAt?: Date;
  /** Why the stream ended. Absent since it reported something. */
  trouble?: Trouble;
}

const cursorSchema = new Schema<CursorDocument>(
  { _id: { type: String, required: true }, cursor: String, savedAt: Date, trouble: Schema.Types.Mixed },
  { versionKey: false },
);
addOutbox(cursorSchema);

export function cursorModel(connection: Connection): Model<CursorDocument> {
  return connection.model<CursorDocument>('StreamCursor', cursorSchema, 'stream_cursors');
}

/** The positions up to which streams are stored. */
export interface StreamCursors {
  find(source: string): Promise<string | null>;
  save(source: string, cursor: string, events: readonly OutgoingEvent[], at: Date): Promise<void>;
  /** Keeps the events that are not published yet. */
  forget(source: string): Promise<void>;
  /** Notes why the stream ended. */
  fail(source: string, error: unknown, at: Date): Promise<void>;
}

export function streamCursors(model: Model<CursorDocument>): StreamCursors {
  return {
    find: async (source) => (await model.findById(source, { cursor: 1 }).lean<CursorDocument>())?.cursor ?? null,
    save: async (source, cursor, events, savedAt) => {
      const update = { $set: { cursor, savedAt }, $unset: { trouble: 1 as const }, ...outboxPush(events) };
      await upsertAtLast(() => model.updateOne({ _id: source }, update, { upsert: true }).exec());
    },
    forget: async (source) => {
      await model.updateOne({ _id: source }, { $unset: { cursor: 1, savedAt: 1, trouble: 1 } });
    },
    fail: async (source, error, at) => {
      const before = (await model.findById(source, { trouble: 1 }).lean<CursorDocument>())?.trouble ?? null;
      const trouble = troubleAfter(before, error, at);
      await upsertAtLast(() => model.updateOne({ _id: source }, { $set: { trouble } }, { upsert: true }).exec());
    },
  };
}
