import { type Connection, type Model, Schema } from 'mongoose';

/** The new posts of a source in one hour, by the time of their arrival. */
export interface SourceHour {
  /** The start of the hour. */
  readonly hour: Date;
  readonly posts: number;
  /** When the newest of them was written. */
  readonly newestAt: Date;
}

export interface SourceHourDocument extends SourceHour {
  /** The source and the hour. */
  _id: string;
  source: string;
}

/** Counts new posts. A crash between a post and its count loses the count. */
export interface SourceHours {
  add(
    source: string,
    posts: readonly { readonly arrivedAt: Date; readonly postCreatedAt: Date }[],
    now: Date,
  ): Promise<void>;
  /** The hours that are kept, oldest first. Hours without posts are absent. */
  find(source: string): Promise<readonly SourceHour[]>;
}

const hourMs = 3_600_000;
/** A day, the seven days before it, and one to spare. */
const keptHours = 9 * 24;

const text = { type: String, required: true };
const when = { type: Date, required: true };
const hourSchema = new Schema<SourceHourDocument>(
  {
    _id: text,
    source: text,
    hour: when,
    posts: { type: Number, required: true },
    newestAt: when,
  },
  { versionKey: false },
);
hourSchema.index({ source: 1, hour: 1 });
hourSchema.index({ hour: 1 }, { expireAfterSeconds: (keptHours * hourMs) / 1_000 });

export type SourceHourModel = Model<SourceHourDocument>;

export function sourceHourModel(connection: Connection): SourceHourModel {
  return connection.model<SourceHourDocument>('SourceHour', hourSchema, 'source_hours');
}

export function sourceHours(model: SourceHourModel): SourceHours {
  return {
    add: async (source, posts, now) => {
      const first = now.getTime() - keptHours * hourMs;
      const counted = posts.filter(({ arrivedAt }) => arrivedAt.getTime() > first);
      const byHour = Map.groupBy(counted, ({ arrivedAt }) => Math.floor(arrivedAt.getTime() / hourMs) * hourMs);
      const writes = [...byHour].map(([hourAt, some]) => {
        const hour = new Date(hourAt);
        const _id = `${source}:${hour.toISOString().slice(0, 13)}`;
        const newestAt = new Date(Math.max(...some.map(({ postCreatedAt }) => postCreatedAt.getTime())));
        const update = { $inc: { posts: some.length }, $max: { newestAt }, $setOnInsert: { source, hour } };
        return { updateOne: { filter: { _id }, update, upsert: true } };
      });
      if (writes.length > 0) await model.bulkWrite(writes, { ordered: false });
    },
    find: async (source) => {
      const found = await model.find({ source }).sort({ hour: 1 }).lean<SourceHourDocument[]>();
      return found.map(({ hour, posts, newestAt }) => ({ hour, posts, newestAt }));
    },
  };
}
