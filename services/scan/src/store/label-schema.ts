import type { LeadRating, LeadStatus } from '@earshot/proto/values';
import { leadRatings, leadStatuses } from '@earshot/proto/values';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';

/**
 * A user's actions on a post, as stored in `scan_labels`, without text. Kept as long as the account, because preferences do
 * not expire.
 */
export interface LabelDocument {
  /** User and post: the unique key. */
  _id: string;
  userId: UserId;
  source: string;
  postId: string;
  /** What the post means; absent if its text or the encoder was not available. */
  vector?: Buffer;
  status: LeadStatus | null;
  statusRevision: number;
  statusAt: Date | null;
  thumb: LeadRating | null;
  thumbRevision: number;
  thumbAt: Date | null;
  rescuedAt: Date | null;
  /** The time of the user's last action. */
  at: Date;
}

/** The user's learning switch, as stored in `scan_learning`. */
export interface LearningDocument {
  /** The user's id. */
  _id: string;
  /** The same id, in the field by which all data of a user is found. */
  userId: UserId;
  isOn: boolean;
  /** Actions up to this time are ignored. */
  forgottenAt: Date | null;
  changedAt: Date;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const time = { type: Date, required: true };
const whenDone = { type: Date, default: null };

const labelSchema = new Schema<LabelDocument>(
  {
    _id: text,
    userId: text,
    source: text,
    postId: text,
    vector: Buffer,
    status: { type: String, enum: [...leadStatuses, null], default: null },
    statusRevision: count,
    thumb: { type: String, enum: [...leadRatings, null], default: null },
    thumbRevision: count,
    statusAt: whenDone,
    thumbAt: whenDone,
    rescuedAt: whenDone,
    at: time,
  },
  { versionKey: false },
);
labelSchema.index({ userId: 1, at: 1 });

const learningSchema = new Schema<LearningDocument>(
  { _id: text, userId: text, isOn: { type: Boolean, required: true }, forgottenAt: whenDone, changedAt: time },
  { versionKey: false },
);
learningSchema.index({ userId: 1 }, { unique: true });

export type LabelModel = Model<LabelDocument>;
export type LearningModel = Model<LearningDocument>;

export function labelModel(connection: Connection): LabelModel {
  return connection.model<LabelDocument>('ScanLabel', labelSchema, 'scan_labels');
}

export function learningModel(connection: Connection): LearningModel {
  return connection.model<LearningDocument>('ScanLearning', learningSchema, 'scan_learning');
}
