import { type Doc, isTruthy } from '../bson.ts';
import { bracketOf, compareValues, sameValue } from '../keys.ts';
import { compileOperators } from '../match/compile.ts';
import type { Index } from '../storage/collection.ts';
import { type Atom, atomsOf } from './atoms.ts';

/** True if the index contains every document that matches the atoms. */
export function impliesMembership(index: Index, atoms: readonly Atom[]): boolean {
  if (index.partial !== undefined)
    return atomsOf(index.partial.filter).every((wanted) => atoms.some((atom) => implies(atom, wanted)));
  return (
    !index.sparse ||
    index.key.some(({ path }) =>
      atoms.some((atom) => atom.kind === 'operator' && atom.path === path && needsValue(atom)),
    )
  );
}

/** True if every document in the index matches the atom. */
export function membershipDecides(index: Index, atom: Atom): boolean {
  if (index.partial !== undefined)
    return atomsOf(index.partial.filter).some((wanted) => implies(atom, wanted) && implies(wanted, atom));
  const [only, ...others] = index.key;
  if (!index.sparse || only === undefined || others.length > 0 || atom.kind === 'filter') return false;
  return atom.path === only.path && atom.operator === '$exists' && isTruthy(atom.argument);
}

type OperatorAtom = Extract<Atom, { kind: 'operator' }>;

/** True if the atom never matches a document without the field. */
function needsValue(atom: OperatorAtom): boolean {
  const { operator, argument } = atom;
  if (operator === '$exists') return isTruthy(argument);
  if (['$type', '$size', '$elemMatch', '$mod', '$regex'].includes(operator)) return true;
  if (operator === '$all') return Array.isArray(argument) && argument.some((item) => item !== null);
  if (!['$eq', '$gt', '$gte', '$lt', '$lte', '$in'].includes(operator)) return false;
  return !matchesValue(operator, argument, undefined);
}

function matchesValue(operator: string, argument: unknown, value: unknown): boolean {
  const condition: Doc = { [operator]: argument };
  const test = compileOperators(condition);
  return test({ value }, ['value']);
}

function implies(atom: Atom, wanted: Atom): boolean {
  if (atom.kind === 'filter' || wanted.kind === 'filter') {
    return atom.kind === 'filter' && wanted.kind === 'filter' && sameValue(atom.filter, wanted.filter);
  }
  if (atom.path !== wanted.path) return false;
  if (atom.operator === wanted.operator && sameValue(atom.argument, wanted.argument)) return true;
  if (wanted.operator === '$exists' && isTruthy(wanted.argument)) return needsValue(atom);
  if (atom.operator === '$eq')
    return !Array.isArray(atom.argument) && matchesValue(wanted.operator, wanted.argument, atom.argument);
  if (atom.operator === '$in' && Array.isArray(atom.argument)) {
    return atom.argument.every((item) => !Array.isArray(item) && matchesValue(wanted.operator, wanted.argument, item));
  }
  return impliesRange(atom, wanted);
}

const UPWARD = ['$gt', '$gte'];
const DOWNWARD = ['$lt', '$lte'];

function impliesRange(atom: OperatorAtom, wanted: OperatorAtom): boolean {
  const sameWay = [UPWARD, DOWNWARD].find((way) => way.includes(atom.operator) && way.includes(wanted.operator));
  if (sameWay === undefined || bracketOf(atom.argument) !== bracketOf(wanted.argument)) return false;
  const order = compareValues(atom.argument, wanted.argument) * (sameWay === UPWARD ? 1 : -1);
  return order > 0 || (order === 0 && (wanted.operator.endsWith('e') || !atom.operator.endsWith('e')));
}
