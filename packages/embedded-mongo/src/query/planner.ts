import { isDoc } from '../bson.ts';
import { badValue } from '../errors.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { hasMembership } from '../storage/index-entries.ts';
import type { Atom } from './atoms.ts';
import {
  assemble,
  type Candidate,
  consider,
  FETCH_COST,
  type IndexPlan,
  type PlanRequest,
  type Terms,
  termsOf,
} from './candidate.ts';
import { impliesMembership } from './implies.ts';

export type Plan =
  | IndexPlan
  | { readonly kind: 'scan'; readonly exact: boolean; readonly cost: number }
  | { readonly kind: 'union'; readonly plans: readonly Plan[]; readonly cost: number };

/** Chooses a plan: equality, sort and range over one index, one index per branch of an $or, or else a full scan. */
export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const terms = termsOf(request.filter);
  if (request.hint !== undefined) return hinted(collection, request, terms);
  const scan = scanPlan(request, terms.atoms);
  const union = unionPlan(collection, request, terms.atoms);
  const other = union !== undefined && union.cost < scan.cost ? union : scan;
  const candidate = cheapest(candidates(collection, request, terms), ({ cost }) => cost);
  if (candidate === undefined || candidate.cost >= scan.cost || candidate.cost > other.cost) return other;
  return assemble(collection, candidate);
}

/** The first of the cheapest; undefined if there is none. */
export function cheapest<T>(some: readonly T[], costOf: (one: T) => number): T | undefined {
  return some.reduce<T | undefined>(
    (best, one) => (best === undefined || costOf(one) < costOf(best) ? one : best),
    undefined,
  );
}

function scanPlan(request: PlanRequest, atoms: readonly Atom[]): Plan {
  const stopsEarly = atoms.length === 0 && request.sort.length === 0 && request.limit !== undefined;
  const read = stopsEarly ? Math.min(request.rows, request.limit ?? 0) : request.rows;
  return { kind: 'scan', exact: atoms.length === 0, cost: read * (FETCH_COST + 1) + 1 };
}

function candidates(collection: Collection, request: PlanRequest, terms: Terms): Candidate[] {
  const allowed = collection.indexes.filter((index) => !hasMembership(index) || impliesMembership(index, terms.atoms));
  return [undefined, ...allowed]
    .map((index) => consider(collection, index, request, terms))
    .filter((candidate) => candidate !== undefined);
}

function hinted(collection: Collection, request: PlanRequest, terms: Terms): Plan {
  const { hint } = request;
  if (isDoc(hint) && '$natural' in hint) return scanPlan(request, terms.atoms);
  const hintName = isDoc(hint)
    ? JSON.stringify(Object.entries(hint).map(([path, value]) => [path, Number(value)]))
    : hint;
  const named = (name: string, key: Index['key']) =>
    hintName === name || hintName === JSON.stringify(key.map(({ path, direction }) => [path, direction]));
  const isId = named('_id_', [{ path: '_id', direction: 1 }]);
  const index = collection.indexes.find((candidate) => named(candidate.name, candidate.key));
  if (!isId && index === undefined) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  // A hint on a partial index omits documents outside it, as in MongoDB for sparse indexes.
  const candidate = consider(collection, isId ? undefined : index, request, terms, true);
  return candidate === undefined ? scanPlan(request, terms.atoms) : assemble(collection, candidate);
}

/** Plans an $or as the union of its branches, if each branch can use an index. */
function unionPlan(collection: Collection, request: PlanRequest, atoms: readonly Atom[]): Plan | undefined {
  const or = atoms.find((atom) => atom.kind === 'filter' && Array.isArray(atom.filter['$or']));
  if (or?.kind !== 'filter' || !Array.isArray(or.filter['$or'])) return undefined;
  const plans: Plan[] = [];
  for (const branch of or.filter['$or']) {
    if (!isDoc(branch)) return undefined;
    const plan = choosePlan(collection, { ...request, filter: branch, sort: [], limit: undefined });
    if (plan.kind === 'scan') return undefined;
    plans.push(plan);
  }
  const cost = plans.reduce((sum, plan) => sum + plan.cost, 0);
  return plans.length === 0 ? undefined : { kind: 'union', plans, cost };
}
