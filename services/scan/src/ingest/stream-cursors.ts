import { upsertAtLast } from '@earshot/service-kit';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** The position in the stream of one source. */
export interface CursorDocument {
  _id: string;
  cursor: string;
}

const cursorSchema = new Schema<CursorDocument>(
  { _id: { type: String, required: true }, cursor: { type: String, required: true } },
  { versionKey: false },
);

export function cursorModel(connection: Connection): Model<CursorDocument> {
  return connection.model<CursorDocument>('StreamCursor', cursorSchema, 'stream_cursors');
}

/** The positions up to which streams are stored. */
export interface StreamCursors {
  find(source: string): Promise<string | null>;
  save(source: string, cursor: string): Promise<void>;
}

export function streamCursors(model: Model<CursorDocument>): StreamCursors {
  return {
    find: async (source) => (await model.findById(source).lean<CursorDocument>())?.cursor ?? null,
    save: async (source, cursor) => {
      await upsertAtLast(() => model.updateOne({ _id: source }, { $set: { cursor } }, { upsert: true }).exec());
    },
  };
}
