import { upsertAtLast } from '@earshot/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { RejudgeStore } from '../domain/rejudge.ts';
import type { DueVerdict, RescoreStore } from '../domain/rescore.ts';
import { type PostVerdict, waits } from '../domain/verdict.ts';
import { keyOfVerdict, type VerdictDocument, type VerdictModel } from './verdict-schema.ts';
import { verdictOf } from './verdict-store.ts';

interface EditedPost {
  source: string;
  id: string;
}

/** A user whose leads are judged again, as stored in the collection `scan_rejudgements`. */
export interface RejudgementDocument {
  /** The user's id. */
  _id: string;
  /** The same id, in the field by which all data of a user is found. */
  userId: UserId;
  round: number;
  after: string | null;
  /** Something changed since the work began, so that it is done once more. */
  again?: true;
  /** Posts whose text changed, with their source. */
  edited?: EditedPost[];
  /** The release of the scorer for which the leads were requested after its first start. */
  release?: string;
  /** Absent once no lead is left. */
  dueAt?: Date;
}

const text = { type: String, required: true };
const rejudgementSchema = new Schema<RejudgementDocument>(
  {
    _id: text,
    userId: text,
    round: { type: Number, required: true },
    after: { type: String, default: null },
    again: Boolean,
    edited: { type: [{ _id: false, source: text, id: text }], default: undefined },
    release: String,
    dueAt: Date,
  },
  { versionKey: false },
);
rejudgementSchema.index({ userId: 1 }, { unique: true });
rejudgementSchema.index({ dueAt: 1 }, { sparse: true });

export type RejudgementModel = Model<RejudgementDocument>;

export function rejudgementModel(connection: Connection): RejudgementModel {
  return connection.model<RejudgementDocument>('ScanRejudgement', rejudgementSchema, 'scan_rejudgements');
}

export interface RejudgeStoreDeps {
  readonly model: RejudgementModel;
  /** The user who follows in the order of ids and has scanned; null at the end. */
  readonly nextUser: (after: string) => Promise<string | null>;
}

/** Requests the work for a user. */
export function rejudgeRequests(model: RejudgementModel): Pick<RejudgeStore, 'request' | 'follow'> {
  return {
    request: async (userId, now) => {
      const set = { userId, after: null, dueAt: now };
      const update = { $set: set, $inc: { round: 1 }, $unset: { again: 1 as const } };
      await upsertAtLast(() => model.updateOne({ _id: userId }, update, { upsert: true }));
    },
    follow: async (userId, at, edited = []) => {
      const push = edited.length === 0 ? {} : { $addToSet: { edited: { $each: [...edited] } } };
      const waiting = { _id: userId, dueAt: { $exists: true } };
      const { matchedCount } = await model.updateOne(waiting, { $set: { again: true as const }, ...push });
      if (matchedCount > 0) return;
      const start = { $set: { userId, after: null, dueAt: at }, $inc: { round: 1 }, ...push };
      await upsertAtLast(() => model.updateOne({ _id: userId }, start, { upsert: true }));
    },
  };
}

/** Stores rejudgements in MongoDB, one document per user. */
export function rejudgeStore({ model, nextUser }: RejudgeStoreDeps): RejudgeStore {
  const requests = rejudgeRequests(model);
  return {
    ...requests,
    requestFor: async (release, now) => {
      for (let userId = await nextUser(''); userId !== null; userId = await nextUser(userId)) {
        const done = await model.exists({ _id: userId, release });
        if (done !== null) continue;
        await requests.request(userId, now);
        await model.updateOne({ _id: userId }, { $set: { release } });
      }
    },
    due: async (now, limit) => {
      const found = model.find({ dueAt: { $lte: now } }).sort({ dueAt: 1 });
      const documents = await found.limit(limit).lean<RejudgementDocument[]>();
      return documents.map(({ userId, round, after, edited = [] }) => ({ userId, round, after, edited }));
    },
    advance: async ({ userId, round }, { next, againAt, settled }) => {
      const current = { _id: userId, round };
      const write = settled.length > 0 ? { $pullAll: { edited: [...settled] } } : {};
      if (next !== null) await model.updateOne(current, { $set: { after: next.after, dueAt: next.at }, ...write });
      else {
        const end = { $unset: { dueAt: 1 as const }, ...write };
        const { matchedCount } = await model.updateOne({ ...current, again: { $exists: false } }, end);
        const start = { $set: { after: null, dueAt: againAt }, $unset: { again: 1 as const }, ...write };
        if (matchedCount === 0) await model.updateOne(current, start);
      }
    },
  };
}

/** Reads and updates the provisional verdicts in MongoDB, in the order of the index on `rescoreAt`. */
export function rescoreStore(model: VerdictModel): RescoreStore {
  return {
    due: async (now, limit) => {
      const found = model.find({ rescoreAt: { $lte: now } }, { outbox: 0, outboxAt: 0 }).sort({ rescoreAt: 1 });
      return (await found.limit(limit).lean<VerdictDocument[]>()).map(verdictOf).filter(isDue);
    },
    hasAny: async (userId) => {
      const waiting = { userId, provisional: true as const, rescoreAt: { $gt: new Date(0) } };
      return (await model.countDocuments(waiting).limit(1)) > 0;
    },
    settle: async (due, { score, matchReason, evidence }) => {
      const gone = evidence === null ? { evidence: 1, waits: 1 } : {};
      await model.updateOne(asRead(due), {
        $set: {
          score,
          ...(due.outcome === 'below' && { matchReason }),
          ...(evidence !== null && { evidence, waits: true as const }),
        },
        $unset: { provisional: 1, rescoreAt: 1, ...gone },
      });
    },
    leave: async (due) => {
      const gone = waits(due.outcome, due.score) && due.rescuedAt === undefined ? {} : { evidence: 1 };
      await model.updateOne(asRead(due), { $unset: { rescoreAt: 1, ...gone } });
    },
    postpone: async (due, until) => {
      const _id = { $in: due.map(keyOfVerdict) };
      await model.updateMany({ _id, rescoreAt: { $exists: true } }, { $set: { rescoreAt: until } });
    },
  };
}

/** Matches the verdict only if it was not judged, settled or taken over since it was read. */
function asRead(due: DueVerdict) {
  const { jobId, outcome, contentHash, rescoreAt } = due;
  return { _id: keyOfVerdict(due), jobId, outcome, contentHash, rescoreAt };
}

function isDue(verdict: PostVerdict): verdict is DueVerdict {
  return verdict.score !== null && verdict.evidence !== null && verdict.rescoreAt !== undefined;
}
