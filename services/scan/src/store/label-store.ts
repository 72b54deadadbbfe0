import { limits } from '@earshot/proto/limits';
import { upsertAtLast } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';
import { type Label, type LabelFact, labelFrom } from '@earshot/scoring';
import { bytesOf, vectorOf } from './vector-store.ts';
import type { LabelStore } from '../domain/labels.ts';
import { postKey } from '../domain/community.ts';
import { type LeadRating, leadRatings, type LeadStatus, leadStatuses } from '@earshot/proto/values';
import { type Connection, type Model, Schema } from 'mongoose';

interface Models {
  readonly label: LabelModel;
  readonly learning: LearningModel;
}

/** Stores labels in MongoDB, one document per user and post, at most `kept` per user. */
export function labelStore({ label, learning }: Models, kept: number = limits.ratings.most): LabelStore {
  const forgottenAt = async (userId: UserId) => {
    const found = await learning.findById(userId, { forgottenAt: 1 }).lean<LearningDocument>();
    return found?.forgottenAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  };
  const change = async (userId: UserId, now: Date, fields: Partial<LearningDocument>) => {
    const first = { userId, ...(fields.isOn === undefined && { isOn: true }) };
    const update = { $set: { ...fields, changedAt: now }, $setOnInsert: first };
    await upsertAtLast(() => learning.updateOne({ _id: userId }, update, { upsert: true }));
  };
  return {
    keep: async (fact) => {
      const { userId, at } = fact;
      if (at.getTime() <= (await forgottenAt(userId))) return;
      await write(label, fact);
      // The user may have deleted all labels between our read and our write.
      if (at.getTime() <= (await forgottenAt(userId))) await label.deleteOne({ _id: keyOf(fact), at: { $lte: at } });
      await trim(label, userId, kept);
    },
    of: async (userId) =>
      (await label.find({ userId }).lean<LabelDocument[]>()).flatMap((found) => labelOf(found) ?? []),
    forget: async (userId, now) => {
      await change(userId, now, { forgottenAt: now });
      await label.deleteMany({ userId, at: { $lte: now } });
    },
    removeSamples: async (userId) => {
      await label.deleteMany({ userId, source: 'sample' });
    },
    switchOf: async (userId) => {
      const found = await learning.findById(userId).lean<LearningDocument>();
      return { isOn: found?.isOn ?? true, changedAt: found?.changedAt ?? null };
    },
    turn: (userId, isOn, now) => change(userId, now, { isOn }),
  };
}

function keyOf({ userId, source, postId }: Pick<LabelFact, 'userId' | 'source' | 'postId'>): string {
  return `${userId}/${postKey({ source, id: postId })}`;
}

/** Creates the document first, so that the action itself is one conditional write. A document without an action is no label. */
async function write(model: LabelModel, fact: LabelFact): Promise<void> {
  const { userId, source, postId, at, action, vector } = fact;
  const _id = keyOf(fact);
  const blank = {
    userId,
    source,
    postId,
    at,
    status: null,
    statusRevision: 0,
    statusAt: null,
    thumb: null,
    thumbRevision: 0,
    thumbAt: null,
    rescuedAt: null,
  };
  await upsertAtLast(() => model.updateOne({ _id }, { $setOnInsert: blank }, { upsert: true }));
  const { unless, set } = changeOf(action, at);
  const known = vector && { vector: bytesOf(vector) };
  await model.updateOne({ _id, ...unless }, { $set: { ...set, ...known }, $max: { at } });
}

/** The fields that an action sets, and the condition that rejects repeated and older actions. */
function changeOf(action: LabelFact['action'], at: Date) {
  switch (action.kind) {
    case 'status':
      return {
        unless: { statusRevision: { $lt: action.revision } },
        set: { status: action.status, statusRevision: action.revision, statusAt: at },
      };
    case 'thumb':
      return {
        unless: { thumbRevision: { $lt: action.revision } },
        set: { thumb: action.rating, thumbRevision: action.revision, thumbAt: at },
      };
    case 'rescue':
      return { unless: { rescuedAt: null }, set: { rescuedAt: at } };
  }
}

async function trim(model: LabelModel, userId: UserId, kept: number): Promise<void> {
  const over = (await model.countDocuments({ userId })) - kept;
  if (over <= 0) return;
  const oldest = await model.find({ userId }, { _id: 1 }).sort({ at: 1 }).limit(over).lean<{ _id: string }[]>();
  await model.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
}

function labelOf(found: LabelDocument): Label | null {
  const { postId, vector, status, statusAt, thumb, thumbAt, rescuedAt } = found;
  const label = labelFrom({
    status: status === null || statusAt === null ? null : { is: status, at: statusAt },
    thumb: thumbAt === null ? null : { is: thumb, at: thumbAt },
    rescuedAt,
  });
  return label && { postId, vector: vector ? vectorOf(vector) : null, ...label };
}

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
