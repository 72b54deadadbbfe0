import type { Model, Schema, UpdateQuery } from 'mongoose';
import type { OutgoingEvent } from '../events.ts';

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

export type OutboxModel = Model<OutboxFields>;

export interface Relay {
  /** Publishes what waits, at once, in the background. Call it after each write that carried events. */
  notify(): void;
  /** Publishes what an earlier process left, and keeps looking every few seconds. */
  start(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/** Adds the outbox's fields and index to a schema. */
export function addOutbox(_schema: Schema): void {
  throw new Error('being written');
}

/** The fields for an insert: `create({ ...doc, ...outboxOf([event]) })`. */
export function outboxOf(_events: readonly OutgoingEvent[]): OutboxFields {
  throw new Error('being written');
}

/**
 * The same for an update: merge the result's $push and $min into the update's own:
 * `updateOne(filter, { $set: {...}, ...outboxPush([event]) })`.
 */
export function outboxPush(_events: readonly OutgoingEvent[]): UpdateQuery<OutboxFields> {
  throw new Error('being written');
}
