import type { LeadRating, LeadStatus } from '@earshot/proto/values';
import { leadRatings, leadStatuses } from '@earshot/proto/values';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';
import type { LabelPart } from '../domain/learning/label.ts';

/** What a user did with a post, as stored in `scan_labels`: no text. Kept as long as the account: a taste does not expire. */
export interface LabelDocument {
  /** User and post: the unique key. */
  _id: string;
  userId: string;
  /** Absent in labels of versions that knew one source. */
  source?: string;
  postId: string;
  /** As the post was scored when the user last did something. */
  parts: LabelPart[];
  status: LeadStatus | null;
  statusRevision: number;
  statusAt: Date | null;
  thumb: LeadRating | null;
  thumbRevision: number;
  thumbAt: Date | null;
  rescuedAt: Date | null;
  /** When the user last did something. */
  at: Date;
}

/** The user's switch, in `scan_learning`. */
export interface LearningDocument {
  /** The user. */
  _id: string;
  /** The same, under the name by which all that is a user's is found. */
  userId: string;
  isOn: boolean;
  /** What was done until then is forgotten. */
  forgottenAt: Date | null;
  changedAt: Date;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const time = { type: Date, required: true };
const whenDone = { type: Date, default: null };

const partSchema = new Schema<LabelPart>({ name: text, category: text, points: count }, { _id: false });

const labelSchema = new Schema<LabelDocument>(
  {
    ...{ _id: text, userId: text, source: String, postId: text, parts: [partSchema] },
    ...{ status: { type: String, enum: [...leadStatuses, null], default: null }, statusRevision: count },
    ...{ thumb: { type: String, enum: [...leadRatings, null], default: null }, thumbRevision: count },
    ...{ statusAt: whenDone, thumbAt: whenDone, rescuedAt: whenDone, at: time },
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
