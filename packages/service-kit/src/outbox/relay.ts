import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type BusRecord, type EventBus, RecordRefusedError } from '@earshot/event-bus';
import { type KeyValue, type Lease, leaseToSaveWork, type Logger } from '@earshot/core';
import type { OutboxModel, Relay } from './outbox.ts';

export interface RelayOptions {
  readonly model: OutboxModel;
  readonly bus: Pick<EventBus, 'publish'>;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly log: Logger;
  /** Called with the published records. */
  readonly published?: (records: readonly BusRecord[]) => void;
  /** Called with each record that the bus refused. */
  readonly refused?: (record: BusRecord) => void;
  /** The relay's name in the log. */
  readonly name: string;
}

/** Documents per read, so that the relay's memory does not grow with the number of waiting events. */
const batchDocuments = 200;
/** Documents per update: few statements, but each entry is compared with few ids. */
const clearedTogether = 10;
/** Catches what a killed replica left: everything else is published at once. */
const sweepEveryMs = 15_000;
const leaseMs = 15_000;
/**
 * Milliseconds until the next check when another replica holds the lease. That replica may have checked before our
 * write.
 */
const leaseBusyMs = 250;
const retryBaseMs = 200;
const retryMaxMs = 5_000;

/**
 * Publishes the events that wait in a collection's documents, then clears exactly those.
 *
 * Order: events are published by id. Events of one key are published in the order in which they were created, even from
 * different documents, if each was created after the write of the previous one was acknowledged. A crash between
 * publishing and clearing publishes the events again, with the same ids. An event that is pushed meanwhile is kept,
 * because only published ids are cleared.
 *
 * An event that the bus refuses for good, for example because it is too large, is set aside in its document, and the
 * events behind it continue (docs/decisions/0112-records-that-cannot-be-published.md).
 *
 * A lease lets one relay at a time work on a collection, to save work. Several relays may run while the key-value store
 * is unavailable, or if the lease expires during a publish that hangs. Even then no event is lost, and the first copies
 * of one key's events are published in order, because an event is cleared only after its publish was acknowledged. A
 * duplicate may follow, even after later events of its key. Consumers must therefore process each id once, or make
 * their effects idempotent through natural keys. See docs/decisions/0032-leases-are-an-optimisation.md.
 */
export function createRelay(options: RelayOptions): Relay {
  return new OutboxRelay(options);
}

class OutboxRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #stop = new AbortController();
  /** Runs the relay outside any trace, because it publishes events of many traces and not only of the first caller. */
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

  /** Drains the outbox as long as work was requested. After a stop, ends with the current batch. */
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

  /** Returns null when no events wait any more, otherwise the milliseconds until the next attempt. */
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

  /** Returns false when another relay holds the lease, or when the lease was lost during the work. */
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
      const refused = new Set(await this.#publish(batch.events));
      for (const event of refused) await setAside(this.#options.model, event);
      await clear(
        this.#options.model,
        batch.events.filter((event) => !refused.has(event)),
      );
      if (!batch.more || this.#stop.signal.aborted) return true;
      if (!(await lease.renew(leaseMs))) return false;
    }
  }

  /** Publishes the events in order. Returns those that the bus refuses, which it finds by halving. */
  async #publish(events: readonly WaitingEvent[]): Promise<WaitingEvent[]> {
    const { bus, log, name, published, refused } = this.#options;
    const records = events.map((event) => event.record);
    try {
      await bus.publish(records);
      published?.(records);
      return [];
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      const [event] = events;
      if (event !== undefined && events.length === 1) {
        const { documentId, id, record } = event;
        log.error({ relay: name, documentId, eventId: id, err: error }, 'the bus refused an event; it is set aside');
        refused?.(record);
        return [event];
      }
    }
    const half = Math.ceil(events.length / 2);
    return [...(await this.#publish(events.slice(0, half))), ...(await this.#publish(events.slice(half)))];
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

/** The formats that the driver returns: with or without promoted buffers. */
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
 * Reads the documents with the oldest waiting events. Of their events, returns those that are older than any event in a
 * document that was not read. A later event must wait for those, or two documents' events of one key could be
 * reordered.
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

/**
 * Removes the published entries from their documents. `outboxAt` becomes the id of the oldest remaining entry, or is
 * removed.
 */
async function clear(model: OutboxModel, events: readonly WaitingEvent[]): Promise<void> {
  const documents = [...Map.groupBy(events, (event) => event.documentId)];
  const operations = [];
  for (let at = 0; at < documents.length; at += clearedTogether) {
    const some = documents.slice(at, at + clearedTogether);
    const published = some.flatMap(([, waiting]) => waiting.map((event) => event.id));
    operations.push({ updateMany: { filter: byId(some.map(([id]) => id)), update: without(published) } });
  }
  if (operations.length > 0) await model.collection.bulkWrite(operations, { ordered: false });
}

/** Moves an event that the bus refused to `outboxRefused`, where it stays for an operator. */
async function setAside(model: OutboxModel, { documentId, id }: WaitingEvent): Promise<void> {
  const refused = { $filter: { input: '$outbox', as: 'entry', cond: { $eq: ['$$entry.id', id] } } };
  const moved = { $concatArrays: [{ $ifNull: ['$outboxRefused', []] }, refused] };
  await model.collection.updateOne(byId([documentId]), [{ $set: { outboxRefused: moved } }, ...without([id])]);
}

function byId(ids: readonly unknown[]): Record<string, unknown> {
  return { _id: { $in: ids } };
}

function without(published: readonly string[]): Record<string, unknown>[] {
  const left = { $filter: { input: '$outbox', as: 'entry', cond: { $not: [{ $in: ['$$entry.id', published] }] } } };
  return [{ $set: { outbox: left } }, { $set: { outboxAt: { $ifNull: [{ $min: '$outbox.id' }, '$$REMOVE'] } } }];
}
