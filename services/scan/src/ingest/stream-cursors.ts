import type { OutgoingEvent } from '@earshot/event-bus';
import type { OutboxFields } from '@earshot/service-kit';
import { addOutbox, outboxPush, upsertAtLast } from '@earshot/service-kit';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

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
