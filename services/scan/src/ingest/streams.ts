import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, KeyValue, Logger } from '@earshot/core';
import { leaseToSaveWork } from '@earshot/core';
import type { OutboxFields, Part } from '@earshot/service-kit';
import { addOutbox, outboxPush, upsertAtLast } from '@earshot/service-kit';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { PostChanges, Source, Sources, StreamReader } from '@earshot/sources';
import type { HeardPosts } from './heard-posts.ts';
import type { PostWriter } from './post-writer.ts';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

export interface StreamDeps {
  readonly sources: Pick<Sources, 'all'>;
  readonly posts: PostWriter;
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
/** Between two looks at a lease of another process, and before a stream that ended is opened again. */
const pauseMs = 1_000;

/** Reads the streams of all sources that have one. One process at a time owns a stream, by a lease. */
export function createStreams(deps: StreamDeps): Part {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const follow = async (source: Source, read: StreamReader) => {
    while (!stop.signal.aborted) {
      await followOnce(deps, { source, read }, stop.signal).catch((err: unknown) => {
        if (!stop.signal.aborted)
          deps.log.warn({ err, source: source.definition.id }, 'the stream of a source failed; reopening it');
      });
      await wait(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
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

/** Reads a stream from its stored cursor until it ends, or until the lease is lost. Does nothing without the lease. */
async function followOnce(
  deps: StreamDeps,
  { source, read }: { readonly source: Source; readonly read: StreamReader },
  stopping: AbortSignal,
): Promise<void> {
  const { id } = source.definition;
  const lease = await leaseToSaveWork(deps.kv, `ingest-stream:${id}`, leaseMs);
  if (lease === null) return;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    void lease.renew(leaseMs).then((isMine) => {
      if (!isMine) lost.abort(new Error('another process reads the stream'));
    });
  }, renewMs);
  const signal = AbortSignal.any([stopping, lost.signal]);
  try {
    for await (const reported of read.open(await deps.cursors.find(id), signal)) {
      signal.throwIfAborted();
      const events = await store(deps, source, reported);
      // Only now. After a crash between the two writes the changes are reported again, and stored with the same result.
      await deps.cursors.save(id, reported.cursor, events);
      deps.saved();
    }
  } finally {
    clearInterval(renewal);
    await lease.release();
  }
}

/**
 * Stores changes in their order: a post that was removed after it appeared is not in the cache. Resolves with the events
 * for users who listen.
 */
async function store(
  { posts, heard, clock }: StreamDeps,
  source: Source,
  { changes }: PostChanges,
): Promise<OutgoingEvent[]> {
  const origin = { source: source.definition.id, sample: source.sample };
  const last = new Map(changes.map((change) => ['post' in change ? change.post.id : change.id, change]));
  const present = [...last.values()].flatMap((change) => ('post' in change ? [change.post] : []));
  const removed = [...last.values()].flatMap((change) => ('post' in change ? [] : [change]));
  await posts.put(present, origin, clock.now());
  await posts.remove(origin, removed, clock.now());
  const events: OutgoingEvent[] = [];
  for (const [name, some] of Map.groupBy(present, ({ community }) => community)) {
    const community = { ...origin, name };
    const listeners = await heard.listenersOf(community);
    const postIds = some.map(({ id: postId }) => postId);
    events.push(...heard.eventsOf({ community, postIds, listeners }));
  }
  return events;
}

/** The position in the stream of one source. The outbox holds the events about its posts for users who listen. */
export interface CursorDocument extends Partial<OutboxFields> {
  _id: string;
  cursor: string;
}

const cursorSchema = new Schema<CursorDocument>(
  { _id: { type: String, required: true }, cursor: { type: String, required: true } },
  { versionKey: false },
);
addOutbox(cursorSchema);

export function cursorModel(connection: Connection): Model<CursorDocument> {
  return connection.model<CursorDocument>('StreamCursor', cursorSchema, 'stream_cursors');
}

/** The positions up to which streams are stored. */
export interface StreamCursors {
  find(source: string): Promise<string | null>;
  save(source: string, cursor: string, events: readonly OutgoingEvent[]): Promise<void>;
}

export function streamCursors(model: Model<CursorDocument>): StreamCursors {
  return {
    find: async (source) => (await model.findById(source, { cursor: 1 }).lean<CursorDocument>())?.cursor ?? null,
    save: async (source, cursor, events) => {
      const update = { $set: { cursor }, ...outboxPush(events) };
      await upsertAtLast(() => model.updateOne({ _id: source }, update, { upsert: true }).exec());
    },
  };
}
