import type { Collection, Index } from '../storage/collection.ts';
import { hasMembership, isMultikey } from '../storage/index-entries.ts';
import { type Atom, atomsOf } from './atoms.ts';
import { impliesMembership } from './implies.ts';
import { type IndexPlan, type Plan, planIndex, type PlanRequest } from './planner.ts';

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
  const atoms = atomsOf(request.filter);
  const plans = allowedIndexes(collection, request, reading)
    .filter((index) => covers(index, paths, atoms))
    .map((index) => planIndex(collection, index, request, atoms, true))
    .filter((plan) => plan?.exact === true && plan.walkCost < reading.cost);
  return plans.reduce<IndexPlan | undefined>(
    (best, plan) => (best === undefined || (plan !== undefined && plan.walkCost < best.walkCost) ? plan : best),
    undefined,
  );
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
