import type { DueVerdict, RescoreStore } from '../domain/rescore.ts';
import type { PostVerdict } from '../domain/verdict.ts';
import { waits } from '../domain/verdict.ts';
import type { VerdictDocument, VerdictModel } from './verdict-schema.ts';
import { keyOfVerdict } from './verdict-keys.ts';
import { verdictOf } from './verdict-store.ts';

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
