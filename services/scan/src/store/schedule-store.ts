import { insertFirst } from '@earshot/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { Frequency, Running, Schedule, ScheduleStore } from '../domain/schedule.ts';

/** A schedule as stored, in the collection `scan_schedules`. */
export interface ScheduleDocument {
  /** The user's id. */
  _id: string;
  /** The same id, in the field by which all data of a user is found. */
  userId: UserId;
  /** This field and the next two are null while the schedule is off. */
  frequency: Frequency | null;
  anchor: Date | null;
  nextAt: Date | null;
  revision: number;
  version: number;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const scheduleSchema = new Schema<ScheduleDocument>(
  {
    _id: text,
    userId: text,
    frequency: { type: String, default: null },
    anchor: { type: Date, default: null },
    nextAt: { type: Date, default: null },
    revision: count,
    version: count,
  },
  { versionKey: false },
);
scheduleSchema.index({ userId: 1 }, { unique: true });
scheduleSchema.index({ nextAt: 1, _id: 1 });

export type ScheduleModel = Model<ScheduleDocument>;

export function scheduleModel(connection: Connection): ScheduleModel {
  return connection.model<ScheduleDocument>('ScanSchedule', scheduleSchema, 'scan_schedules');
}

/** Stores schedules in MongoDB, one document per user. */
export function scheduleStore(model: ScheduleModel): ScheduleStore {
  return {
    find: async (userId) => {
      const found = await model.findById(userId).lean<ScheduleDocument>();
      return found === null ? null : scheduleOf(found);
    },
    save: async ({ userId, running, revision, version }) => {
      const { frequency, anchor, nextAt }: Running | Off = running ?? off;
      const fields = { userId, frequency, anchor, nextAt, revision, version };
      if (version === 1) return insertFirst(model, { ...fields, _id: userId });
      const { matchedCount } = await model.updateOne({ _id: userId, version: version - 1 }, { $set: fields });
      return matchedCount === 1;
    },
    due: async (now, after, limit) => {
      const nextAt = { $lte: now, ...(after !== null && { $gt: after }) };
      const found = await model.find({ nextAt }).sort({ nextAt: 1, _id: 1 }).limit(limit).lean<ScheduleDocument[]>();
      return found.map(scheduleOf);
    },
  };
}

const off = { frequency: null, anchor: null, nextAt: null } as const;
type Off = typeof off;

function scheduleOf({ userId, frequency, anchor, nextAt, revision, version }: ScheduleDocument): Schedule {
  const isOff = frequency === null || anchor === null || nextAt === null;
  return { userId, running: isOff ? null : { frequency, anchor, nextAt }, revision, version };
}
