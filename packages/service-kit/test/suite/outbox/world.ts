import { randomBytes } from 'node:crypto';
import mongoose, { type Connection, type Model } from 'mongoose';
import { z } from 'zod';
import type { BusRecord, OutgoingEvent } from '@earshot/event-bus';
import { createLogger, newId, systemClock } from '@earshot/core';
import { embeddedKeyValue } from '../../../src/embedded/key-value.ts';
import { addOutbox, type OutboxFields, type Relay } from '../../../src/outbox/outbox.ts';
import { createRelay, type RelayOptions } from '../../../src/outbox/relay.ts';

/** A running document server, as its adapter opens it. */
export interface OpenDocumentsAt {
  readonly uri: string;
  close(): Promise<void>;
}

export interface OutboxCase {
  readonly name: string;
  run(world: OutboxWorld): Promise<void>;
}

export const testCase = (name: string, run: OutboxCase['run']): OutboxCase => ({ name, run });

interface Thing extends OutboxFields {
  name: string;
  state: number;
}

/** A server's reply to a query, and to a request for more of its results. */
const cursorReply = z.object({
  cursor: z.object({
    ns: z.string(),
    firstBatch: z.array(z.unknown()).optional(),
    nextBatch: z.array(z.unknown()).optional(),
  }),
});

/** A bus that records published events, and fails on demand. */
class FakeBus {
  readonly published: BusRecord[] = [];
  largest = 0;
  /** Called before each publish. Throw an error to reject it. */
  before: (records: readonly BusRecord[]) => Promise<void> = async () => undefined;

  async publish(records: readonly BusRecord[]): Promise<void> {
    await this.before(records);
    this.largest = Math.max(this.largest, records.length);
    this.published.push(...records);
  }

  get ids(): string[] {
    return this.published.map(({ headers }) => headers['id'] ?? '');
  }

  texts(key: string): string[] {
    return this.published.filter((record) => record.key === key).map(({ value }) => Buffer.from(value).toString());
  }
}

/** A collection with an outbox, a bus to inspect, and relays that stop at the end of the case. */
export class OutboxWorld {
  readonly bus = new FakeBus();
  readonly model: Model<Thing>;
  readonly #server: OpenDocumentsAt;
  readonly #connection: Connection;
  readonly #relays: Relay[] = [];
  readonly kv = embeddedKeyValue({ clock: systemClock });
  readonly logged: string[] = [];

  static async open(server: OpenDocumentsAt): Promise<OutboxWorld> {
    const dbName = `outbox_${randomBytes(5).toString('hex')}`;
    const connection = await mongoose
      .createConnection(server.uri, { dbName, autoIndex: false, monitorCommands: true })
      .asPromise();
    const world = new OutboxWorld(server, connection);
    await world.model.createIndexes();
    return world;
  }

  constructor(server: OpenDocumentsAt, connection: Connection) {
    this.#server = server;
    this.#connection = connection;
    const schema = new mongoose.Schema<Thing>({ name: String, state: Number });
    addOutbox(schema);
    this.model = connection.model<Thing>('Thing', schema);
  }

  relay(more: Partial<Pick<RelayOptions, 'bus' | 'kv' | 'refused'>> = {}): Relay {
    const stream = { write: (line: string) => void this.logged.push(line) };
    const log = createLogger({ level: 'info', name: 'test', stream });
    const relay = createRelay({ model: this.model, bus: this.bus, kv: this.kv, log, name: 'things', ...more });
    this.#relays.push(relay);
    return relay;
  }

  /** Calls `read` with every document that a reply delivers to a reader of the collection. */
  onRead(read: (document: unknown) => void): void {
    this.#connection.getClient().on('commandSucceeded', ({ reply }) => {
      const answered = cursorReply.safeParse(reply);
      if (!answered.success || !answered.data.cursor.ns.endsWith(`.${this.model.collection.name}`)) return;
      const { firstBatch = [], nextBatch = [] } = answered.data.cursor;
      for (const document of [...firstBatch, ...nextBatch]) read(document);
    });
  }

  event(key: string, text: string): OutgoingEvent {
    const id = newId();
    return { id, record: { topic: 't', key, value: Buffer.from(text), headers: { type: 'thing', id } } };
  }

  /** Returns the number of documents with waiting events. */
  waiting(): Promise<number> {
    return this.model.countDocuments({ outboxAt: { $exists: true } });
  }

  async close(): Promise<void> {
    await Promise.all(this.#relays.map((relay) => relay.stop()));
    await this.kv.stop();
    await this.#connection.dropDatabase();
    await this.#connection.close();
    await this.#server.close();
  }
}
