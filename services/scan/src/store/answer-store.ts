import type { Clock, Logger } from '@earshot/core';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AnswerCache } from '@earshot/scoring';

/** A model's answer about a post, stored under a digest of all its inputs. */
export interface AnswerDocument {
  _id: string;
  /** Categories, and the positions of quotes within the post, without its text. */
  answer: string;
  expiresAt: Date;
}

const answerSchema = new Schema<AnswerDocument>(
  {
    _id: { type: String, required: true },
    answer: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
answerSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type AnswerModel = Model<AnswerDocument>;

export function answerModel(connection: Connection): AnswerModel {
  return connection.model<AnswerDocument>('ModelAnswer', answerSchema, 'model_answers');
}

const keptMs = 30 * 86_400_000;

export interface AnswerStoreDeps {
  readonly model: AnswerModel;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Caches answers in MongoDB for thirty days (docs/decisions/0043). While MongoDB is unavailable, it acts as an empty cache. */
export function answerStore({ model, clock, log }: AnswerStoreDeps): AnswerCache {
  return {
    find: async (keys) => {
      try {
        const found = await model.find({ _id: { $in: [...keys] } }).lean<AnswerDocument[]>();
        return new Map(found.map(({ _id, answer }) => [_id, answer]));
      } catch (err) {
        log.warn({ err }, 'the answers of models could not be read');
        return new Map();
      }
    },
    save: async (answers) => {
      const expiresAt = new Date(clock.now().getTime() + keptMs);
      const writes = Array.from(answers, ([_id, answer]) => ({
        updateOne: { filter: { _id }, update: { $set: { answer, expiresAt } }, upsert: true },
      }));
      try {
        if (writes.length > 0) await model.bulkWrite(writes, { ordered: false });
      } catch (err) {
        log.warn({ err }, 'the answers of a model could not be kept');
      }
    },
  };
}
