import type { Connection, Model, UpdateQuery } from 'mongoose';
import { Schema } from 'mongoose';
import type { OutgoingEvent } from '@earshot/event-bus';

/** One event waiting in the document whose state it tells of. */
export interface OutboxEntry {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

/**
 * State and its events are saved by ONE write of one document, so neither can exist without the other.
 * `outboxAt` is the id of the oldest waiting event (ids sort by time); a sparse index on it finds what waits.
 */
export interface OutboxFields {
  outbox: OutboxEntry[];
  outboxAt?: string;
}

/** What the relay needs of a model whose schema went through `addOutbox`. */
export interface OutboxModel {
  readonly collection: Model<OutboxFields>['collection'];
  readonly db: Pick<Connection, 'name'>;
}

export interface Relay {
  /** Publishes what waits, at once, in the background. Call it after each write that carried events. */
  notify(): void;
  /** Publishes what an earlier process left, and keeps looking every few seconds. */
  start(): Promise<void>;
  /** Finishes what is under way. */
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
  schema.add({ outbox: [entrySchema], outboxAt: String });
  schema.index({ outboxAt: 1 }, { sparse: true });
}

/** The fields for an insert: `create({ ...doc, ...outboxOf([event]) })`. */
export function outboxOf(events: readonly OutgoingEvent[]): OutboxFields {
  const outbox = events.map(entryOf);
  const outboxAt = oldest(outbox);
  return outboxAt === undefined ? { outbox } : { outbox, outboxAt };
}

/**
 * The same for an update: merge the result's $push and $min into the update's own:
 * `updateOne(filter, { $set: {...}, ...outboxPush([event]) })`. No events: an empty object.
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
