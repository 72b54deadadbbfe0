import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import type { Resolution, VerdictStore } from '../domain/ports.ts';
import { keyOf, type VerdictDocument, type VerdictModel } from './verdict-schema.ts';

/** Stores what the lead service decided about found posts. */
export function resolvedVerdicts(model: VerdictModel): Pick<VerdictStore, 'resolve' | 'resolveHeard'> {
  return {
    resolve: async ({ id: jobId, userId, businessVersion }, resolutions) => {
      const decisions = Map.groupBy(resolutions, ({ outcome, cap }) => `${outcome} ${cap ?? ''}`).values();
      const updates = [...decisions].flatMap((posts) => {
        const keys = posts.map(({ post }) => keyOf(userId, businessVersion, post));
        const isCreated = posts.some(({ outcome }) => outcome === 'created');
        return [...updatesOf({ _id: { $in: keys }, jobId }, posts), ...(isCreated ? [keptUpdate(keys)] : [])];
      });
      await model.bulkWrite(updates);
    },
    resolveHeard: async (userId, jobId, resolutions) => {
      const updates = resolutions.flatMap((one) => {
        const { source, id: postId } = one.post;
        return updatesOf({ postId, source, userId, jobId }, [one]);
      });
      await model.bulkWrite(updates);
    },
  };
}

/** The updates that resolve posts with the same decision. Each update leaves posts that have an outcome as they are. */
function updatesOf(
  whose: QueryFilter<VerdictDocument>,
  posts: readonly Resolution[],
): AnyBulkWriteOperation<VerdictDocument>[] {
  const [first] = posts;
  if (first === undefined) return [];
  const { outcome, cap } = first;
  const mine = { ...whose, outcome: 'found' as const };
  if (outcome === 'capped') {
    const update = { $set: { outcome, waits: true as const, ...(cap !== undefined && { cap }) } };
    return [{ updateMany: { filter: mine, update } }];
  }
  // The outcome is final, so the evidence is removed, unless the post waits to be rescored.
  const without = { $set: { outcome }, $unset: { evidence: 1 as const } };
  return [
    { updateMany: { filter: { ...mine, rescoreAt: { $exists: false } }, update: without } },
    { updateMany: { filter: mine, update: { $set: { outcome } } } },
  ];
}

/** The lead service has read the words of these posts, which were stored when the user kept them. Their outcomes stay. */
function keptUpdate(keys: readonly string[]): AnyBulkWriteOperation<VerdictDocument> {
  const filter = { _id: { $in: [...keys] }, 'evidence.score': { $exists: true }, rescoreAt: { $exists: false } };
  return { updateMany: { filter, update: { $unset: { evidence: 1 as const } } } };
}
