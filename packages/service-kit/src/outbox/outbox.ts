import { type Connection, type Model, Schema, type UpdateQuery } from 'mongoose';
import type { OutgoingEvent } from '@earshot/event-bus';

/** An event that waits in the document whose change it describes. */
export interface OutboxEntry {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

/**
 * A state and its events are saved by ONE write of one document, so neither can exist without the other. `outboxAt` is
 * the id of the oldest waiting event (ids sort by time). A sparse index on it finds the waiting documents.
 */
export interface OutboxFields {
  outbox: OutboxEntry[];
  outboxAt?: string;
  /** Events that the bus refused. They are kept for an operator and never published. */
  outboxRefused?: OutboxEntry[];
}

/** The parts that the relay needs of a model whose schema went through `addOutbox`. */
export interface OutboxModel {
  readonly collection: Model<OutboxFields>['collection'];
  readonly db: Pick<Connection, 'name'>;
}

export interface Relay {
  /** Publishes waiting events immediately, in the background. Call it after each write that added events. */
  notify(): void;
  /** Publishes events that an earlier process left, and checks again every few seconds. */
  start(): Promise<void>;
  /** Finishes the work in progress. */
  stop(): Promise<void>;
}

const entrySchema = new Schema(
  {
    id: { type: String, required: true },
    topic: { type: String, required: true },
    key: { type: String, required: true },
    value: { type: Buffer, required: true },
    headers: { type: Schema.Types.Mixed, required: true },
  },
  { _id: false, id: false, minimize: false },
);

/** Adds the outbox's fields and index to a schema. */
export function addOutbox(schema: Pick<Schema, 'add' | 'index'>): void {
  schema.add({ outbox: [entrySchema], outboxAt: String, outboxRefused: { type: [entrySchema], default: undefined } });
  schema.index({ outboxAt: 1 }, { sparse: true });
}

/** Returns the fields for an insert: `create({ ...doc, ...outboxOf([event]) })`. */
export function outboxOf(events: readonly OutgoingEvent[]): OutboxFields {
  const outbox = events.map(entryOf);
  const outboxAt = oldest(outbox);
  return outboxAt === undefined ? { outbox } : { outbox, outboxAt };
}

/**
 * Returns the fields for an update. Merge the result's $push and $min into the update:
 * `updateOne(filter, { $set: {...}, ...outboxPush([event]) })`. Without events, returns an empty object.
 */
export function outboxPush(events: readonly OutgoingEvent[]): UpdateQuery<OutboxFields> {
  const entries = events.map(entryOf);
  const outboxAt = oldest(entries);
  if (outboxAt === undefined) return {};
  return { $push: { outbox: { $each: entries } }, $min: { outboxAt } };
}

function entryOf({ id, record }: OutgoingEvent): OutboxEntry {
  const { topic, key, value, headers } = record;
  return { id, topic, key, value: Buffer.from(value), headers: { ...headers } };
}

function oldest(entries: readonly OutboxEntry[]): string | undefined {
  return entries.map((entry) => entry.id).sort()[0];
}
