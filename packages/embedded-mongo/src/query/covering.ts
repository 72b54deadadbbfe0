import type { Collection, Index } from '../storage/collection.ts';
import { hasMembership, isMultikey } from '../storage/index-entries.ts';
import type { Atom } from './atoms.ts';
import { assemble, consider, type IndexPlan, type PlanRequest, termsOf } from './candidate.ts';
import { impliesMembership } from './implies.ts';
import { cheapest, type Plan } from './planner.ts';

/**
 * Finds an index that holds all of `paths` and evaluates the whole filter, so that no document is read. Undefined if
 * there is none, or if `reading`, the plan that reads documents, costs less than scanning the entries.
 */
export function coveringPlan(
  collection: Collection,
  request: PlanRequest,
  paths: readonly string[],
  reading: Plan,
): IndexPlan | undefined {
  const terms = termsOf(request.filter);
  const candidates = allowedIndexes(collection, request, reading)
    .filter((index) => covers(index, paths, terms.atoms))
    .map((index) => consider(collection, index, request, terms, true))
    .filter((candidate) => candidate?.exact === true && candidate.walkCost < reading.cost);
  const best = cheapest(
    candidates.filter((candidate) => candidate !== undefined),
    ({ walkCost }) => walkCost,
  );
  return best && assemble(collection, best);
}

function allowedIndexes({ indexes }: Collection, { hint }: PlanRequest, reading: Plan): readonly Index[] {
  if (hint === undefined) return indexes;
  return reading.kind === 'index' && reading.index !== undefined ? [reading.index] : [];
}

function covers(index: Index, paths: readonly string[], atoms: readonly Atom[]): boolean {
  return (
    !isMultikey(index) &&
    paths.every((path) => index.key.some((column) => column.path === path)) &&
    (!hasMembership(index) || impliesMembership(index, atoms))
  );
}
