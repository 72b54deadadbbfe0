import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { BusRecord, EventBus } from '@earshot/event-bus';
import type { KeyValue, Lease } from '@earshot/core';
import { leaseToSaveWork } from '@earshot/core';
import type { Logger } from '@earshot/core';
import type { OutboxModel, Relay } from './outbox.ts';

export interface RelayOptions {
  readonly model: OutboxModel;
  readonly bus: Pick<EventBus, 'publish'>;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly log: Logger;
  /** Told of what was published. */
  readonly published?: (records: readonly BusRecord[]) => void;
  /** Names the relay in the log. */
  readonly name: string;
}

/** Documents read at once: the relay's memory does not grow with what waits. */
const batchDocuments = 200;
/** Documents of one update: few statements, yet each entry is compared with few ids. */
const clearedTogether = 10;
const sweepEveryMs = 5_000;
const leaseMs = 15_000;
/** How soon to look again when another replica holds the lease: it may have looked before our write. */
const leaseBusyMs = 250;
const retryBaseMs = 200;
const retryMaxMs = 5_000;

/**
 * Publishes the events that wait in a collection's documents, then clears exactly those.
 *
 * Order: events are published by id. So the events of one key go out in the order in which they were made, as long
 * as each was made after the write of the one before it was acknowledged, also when they lie in different documents.
 * A crash between publishing and clearing publishes again, with the same ids. An event pushed meanwhile survives,
 * because only published ids are cleared. One relay at a time works on a collection, by a lease, to save work: while
 * the key-value store is away, or if the lease runs out during a publish that hangs, several may. Then too nothing is
 * lost, and the first copies of one key's events go out in order, because an event is cleared only after its publish
 * was acknowledged; but a copy may come again, even after later events of its key. So who takes each id once, or whose
 * effects rest on natural keys, ends right.
 */
export function createRelay(options: RelayOptions): Relay {
  return new OutboxRelay(options);
}

class OutboxRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #stop = new AbortController();
  /** What is published for many must not run in the trace of whoever asked first. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #sweeper: NodeJS.Timeout | undefined;
  #wanted = false;
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  notify(): void {
    if (this.#stop.signal.aborted) return;
    this.#wanted = true;
    this.#running ??= this.#outside(() => this.#run()).finally(() => {
      this.#running = undefined;
    });
  }

  async start(): Promise<void> {
    this.notify();
    this.#sweeper = setInterval(() => this.notify(), sweepEveryMs);
    this.#sweeper.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#stop.abort();
    await this.#running;
  }

  /** Drains while somebody wants it; once stopped, it ends with the batch under way. */
  async #run(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      const retryInMs = await this.#attempt();
      if (retryInMs === null) continue;
      this.#wanted = true;
      if (this.#stop.signal.aborted) return;
      await wait(retryInMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
    }
  }

  /** null when nothing waits any more, else milliseconds until the next attempt. */
  async #attempt(): Promise<number | null> {
    const { log, name } = this.#options;
    try {
      const drained = await this.#drainAlone();
      if (this.#failures > 0) log.info({ relay: name, failures: this.#failures }, 'outbox relay works again');
      this.#failures = 0;
      return drained ? null : leaseBusyMs;
    } catch (error) {
      if (this.#failures === 0) log.error({ relay: name, err: error }, 'outbox relay failed; it keeps trying');
      this.#failures += 1;
      return Math.min(retryMaxMs, retryBaseMs * 2 ** Math.min(this.#failures - 1, 10));
    }
  }

  /** False when the lease is another's, or was lost on the way. */
  async #drainAlone(): Promise<boolean> {
    const { model, kv } = this.#options;
    const lease = await leaseToSaveWork(kv, `outbox:${model.db.name}.${model.collection.name}`, leaseMs);
    if (lease === null) return false;
    try {
      return await this.#drain(lease);
    } finally {
      await lease.release();
    }
  }

  async #drain(lease: Lease): Promise<boolean> {
    for (;;) {
      const batch = await readBatch(this.#options.model);
      if (batch.events.length === 0) return true;
      const records = batch.events.map((event) => event.record);
      await this.#options.bus.publish(records);
      this.#options.published?.(records);
      await clear(this.#options.model, batch.events);
      if (!batch.more || this.#stop.signal.aborted) return true;
      if (!(await lease.renew(leaseMs))) return false;
    }
  }
}

interface WaitingEvent {
  readonly documentId: unknown;
  readonly id: string;
  readonly record: BusRecord;
}

interface Batch {
  readonly events: readonly WaitingEvent[];
  readonly more: boolean;
}

/** As the driver gives it: with or without promoted buffers. */
const bytes = z.union([
  z.instanceof(Uint8Array),
  z
    .object({ buffer: z.instanceof(Uint8Array), position: z.number() })
    .transform((b) => b.buffer.subarray(0, b.position)),
]);

const waitingDocument = z.object({
  _id: z.unknown(),
  outboxAt: z.string(),
  outbox: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      key: z.string(),
      value: bytes,
      headers: z.record(z.string(), z.string()),
    }),
  ),
});

/**
 * The documents with the oldest waiting events, and of these the events that are older than any in a document not
 * read: a later one must wait for those, or two documents' events of one key could change places.
 */
async function readBatch(model: OutboxModel): Promise<Batch> {
  const found = await model.collection
    .find(
      { outboxAt: { $gt: '' } },
      { projection: { outbox: 1, outboxAt: 1 }, sort: { outboxAt: 1 }, limit: batchDocuments },
    )
    .toArray();
  const documents = found.map((document) => waitingDocument.parse(document));
  const full = documents.length === batchDocuments;
  const newestSafe = full ? documents.at(-1)?.outboxAt : undefined;
  const all = documents.flatMap((document) =>
    document.outbox.map(({ id, ...record }) => ({ documentId: document._id, id, record })),
  );
  const events = newestSafe === undefined ? all : all.filter((event) => event.id <= newestSafe);
  events.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { events, more: full };
}

/** Takes the published entries out of their documents; `outboxAt` becomes the oldest left, or goes. */
async function clear(model: OutboxModel, events: readonly WaitingEvent[]): Promise<void> {
  const documents = [...Map.groupBy(events, (event) => event.documentId)];
  const operations = [];
  for (let at = 0; at < documents.length; at += clearedTogether) {
    const some = documents.slice(at, at + clearedTogether);
    const published = some.flatMap(([, waiting]) => waiting.map((event) => event.id));
    operations.push({ updateMany: { filter: byId(some.map(([id]) => id)), update: without(published) } });
  }
  await model.collection.bulkWrite(operations, { ordered: false });
}

function byId(ids: readonly unknown[]): Record<string, unknown> {
  return { _id: { $in: ids } };
}

function without(published: readonly string[]): Record<string, unknown>[] {
  const left = { $filter: { input: '$outbox', as: 'entry', cond: { $not: [{ $in: ['$$entry.id', published] }] } } };
  return [{ $set: { outbox: left } }, { $set: { outboxAt: { $ifNull: [{ $min: '$outbox.id' }, '$$REMOVE'] } } }];
}
