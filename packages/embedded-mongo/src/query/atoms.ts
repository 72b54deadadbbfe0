import { BSONRegExp } from 'bson';
import { type Doc, isDoc } from '../bson.ts';
import { afterBracket, bracketOf, encodeKey, NAN_KEY, NULL_KEY, TAG } from '../keys.ts';
import { isOperatorDoc } from '../match/path-test.ts';

/** One condition of a filter's top-level conjunction: an operator at a path, or a nested filter. */
export type Atom =
  | { readonly kind: 'operator'; readonly path: string; readonly operator: string; readonly argument: unknown }
  | { readonly kind: 'filter'; readonly filter: Doc };

/** The SQL expression of an index column. */
export interface Column {
  readonly sql: string;
  readonly multikey: boolean;
}

/**
 * An SQL condition over index columns. If `exact`, it selects exactly the documents that match the atom; otherwise it
 * may select more.
 */
export interface Condition {
  readonly sql: string;
  readonly values: readonly string[];
  readonly exact: boolean;
  readonly shape: 'equal' | 'in' | 'range' | 'other';
}

/** Splits a filter into the conditions of its conjunction. */
export function atomsOf(filter: Doc): Atom[] {
  return Object.entries(filter).flatMap(([name, condition]): Atom[] => {
    if (name === '$and' && Array.isArray(condition)) return condition.filter(isDoc).flatMap(atomsOf);
    if (name === '$comment') return [];
    if (name.startsWith('$')) return [{ kind: 'filter', filter: { [name]: condition } }];
    if (condition instanceof BSONRegExp || condition instanceof RegExp) {
      return [{ kind: 'operator', path: name, operator: '$regex', argument: condition }];
    }
    if (!isOperatorDoc(condition)) return [{ kind: 'operator', path: name, operator: '$eq', argument: condition }];
    return Object.entries(condition)
      .filter(([operator]) => operator !== '$options' && operator !== '$comment')
      .map(([operator, argument]) => {
        const whole = operator === '$regex' ? new BSONRegExpArgument(argument, condition['$options']).value : argument;
        return { kind: 'operator', path: name, operator, argument: whole } as const;
      });
  });
}

/** Combines $regex and its $options. */
class BSONRegExpArgument {
  readonly value: unknown;
  constructor(pattern: unknown, options: unknown) {
    const plain = typeof pattern === 'string' && (options === undefined || options === '');
    this.value = plain
      ? new BSONRegExp(pattern, '')
      : pattern instanceof BSONRegExp && options === undefined
        ? pattern
        : undefined;
  }
}

/** Conditions that an atom implies but that do not replace it: those on a single array element. */
export function consequencesOf(atom: Atom): Atom[] {
  if (atom.kind === 'filter') return [];
  const { path, operator, argument } = atom;
  if (operator === '$all' && Array.isArray(argument)) {
    const first: unknown = argument[0];
    if (isDoc(first) && '$elemMatch' in first) return elementAtoms(path, first['$elemMatch']);
    return first === undefined || isOperatorDoc(first) ? [] : atomsOf({ [path]: { $eq: first } });
  }
  return operator === '$elemMatch' ? elementAtoms(path, argument) : [];
}

function elementAtoms(path: string, element: unknown): Atom[] {
  if (isOperatorDoc(element)) return atomsOf({ [path]: element }).filter(isPositive);
  if (!isDoc(element)) return [];
  return Object.entries(element)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, condition]) => atomsOf({ [`${path}.${name}`]: condition }).filter(isPositive));
}

const POSITIVE = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$regex']);

/** True if the condition requires a value, and not the absence of one. */
function isPositive(atom: Atom): boolean {
  return atom.kind === 'operator' && POSITIVE.has(atom.operator);
}

/** Translates an atom to SQL over the given columns; undefined if they cannot express it. */
export function translateAtom(atom: Atom, columns: ReadonlyMap<string, Column>): Condition | undefined {
  if (atom.kind === 'filter') return translateFilter(atom.filter, columns);
  const column = columns.get(atom.path);
  if (column === undefined) return undefined;
  const condition = translateOperator(column.sql, atom.operator, atom.argument);
  if (condition === undefined || !column.multikey) return condition;
  // An entry holds one element of an array, so it cannot decide conditions on all elements, such as negations.
  if (condition.shape === 'other') return undefined;
  // An array contains a string if and only if it has an entry for it. Other values may be equal to one inside an element.
  return { ...condition, exact: atom.operator === '$eq' && typeof atom.argument === 'string' };
}

function translateOperator(column: string, operator: string, argument: unknown): Condition | undefined {
  switch (operator) {
    case '$eq':
      return translateEquality(column, argument);
    case '$in':
    case '$nin':
      return translateIn(column, operator === '$nin', argument);
    case '$ne': {
      const inner = translateEquality(column, argument);
      return inner === undefined ? undefined : { ...inner, sql: `${column} <> ?`, shape: 'other' };
    }
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return translateRange(column, operator, argument);
    case '$regex':
      return translatePrefix(column, argument);
    case '$exists':
      return argument === false
        ? { sql: `${column} = ?`, values: [NULL_KEY], exact: false, shape: 'equal' }
        : undefined;
    case '$not':
      return translateNot(column, argument);
    default:
      return undefined;
  }
}

function isKeyed(value: unknown): boolean {
  return !Array.isArray(value) && !(value instanceof BSONRegExp) && !(value instanceof RegExp);
}

function translateEquality(column: string, argument: unknown): Condition | undefined {
  if (!isKeyed(argument)) return undefined;
  return { sql: `${column} = ?`, values: [encodeKey(argument)], exact: true, shape: 'equal' };
}

const INLINE_VALUES = 8;

function translateIn(column: string, negated: boolean, argument: unknown): Condition | undefined {
  if (!Array.isArray(argument) || !argument.every((item) => isKeyed(item) && !isOperatorDoc(item))) return undefined;
  const keys = [...new Set(argument.map(encodeKey))];
  const operator = negated ? 'NOT IN' : 'IN';
  const shape = negated ? 'other' : keys.length === 1 ? 'equal' : 'in';
  if (keys.length > INLINE_VALUES) {
    return {
      sql: `${column} ${operator} (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(keys)],
      exact: true,
      shape,
    };
  }
  return { sql: `${column} ${operator} (${keys.map(() => '?').join(', ')})`, values: keys, exact: true, shape };
}

const NOTHING: Condition = { sql: '0', values: [], exact: true, shape: 'range' };

function translateRange(
  column: string,
  operator: '$gt' | '$gte' | '$lt' | '$lte',
  argument: unknown,
): Condition | undefined {
  if (!isKeyed(argument)) return undefined;
  const key = encodeKey(argument);
  const tag = bracketOf(argument);
  const inclusive = operator === '$gte' || operator === '$lte';
  const compare = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }[operator];
  if (tag === TAG.minKey || tag === TAG.maxKey)
    return { sql: `${column} ${compare} ?`, values: [key], exact: true, shape: 'range' };
  if (tag === TAG.null || key === NAN_KEY) {
    return inclusive ? { sql: `${column} = ?`, values: [key], exact: true, shape: 'equal' } : NOTHING;
  }
  if (operator === '$gt' || operator === '$gte') {
    return {
      sql: `(${column} ${compare} ? AND ${column} < ?)`,
      values: [key, afterBracket(tag)],
      exact: true,
      shape: 'range',
    };
  }
  const [above, floor] = tag === TAG.number ? ['>', NAN_KEY] : ['>=', tag];
  return {
    sql: `(${column} ${above} ? AND ${column} ${compare} ?)`,
    values: [floor, key],
    exact: true,
    shape: 'range',
  };
}

/** Translates the literal prefix of /^literal/ to a range. The matcher checks the rest of the pattern. */
function translatePrefix(column: string, argument: unknown): Condition | undefined {
  if (!(argument instanceof BSONRegExp) || argument.options !== '') return undefined;
  const prefix = /^\^([\w \-/:@,;=!#%&<>"'~`]+)(?![*?{+])/.exec(argument.pattern)?.[1];
  if (prefix === undefined || argument.pattern.includes('|')) return undefined;
  const literal = /[*?{+]/.test(argument.pattern.charAt(prefix.length + 1)) ? prefix.slice(0, -1) : prefix;
  if (literal === '') return undefined;
  const from = encodeKey(literal);
  return {
    sql: `(${column} >= ? AND ${column} < ?)`,
    values: [from, `${from}\u{10ffff}`],
    exact: false,
    shape: 'range',
  };
}

function translateNot(column: string, argument: unknown): Condition | undefined {
  if (!isOperatorDoc(argument)) return undefined;
  const parts = atomsOf({ x: argument }).map((atom) =>
    atom.kind === 'operator' ? translateOperator(column, atom.operator, atom.argument) : undefined,
  );
  return negate(conjunction(parts));
}

function translateFilter(filter: Doc, columns: ReadonlyMap<string, Column>): Condition | undefined {
  const [name, condition] = Object.entries(filter)[0] ?? [];
  if ((name !== '$or' && name !== '$nor') || !Array.isArray(condition)) return undefined;
  const branches = condition.map((branch: unknown) =>
    isDoc(branch) ? conjunction(atomsOf(branch).map((atom) => translateAtom(atom, columns))) : undefined,
  );
  const either = disjunction(branches);
  return name === '$nor' ? negate(either) : either;
}

function conjunction(parts: readonly (Condition | undefined)[]): Condition | undefined {
  return join(parts, 'AND', '1');
}

function disjunction(parts: readonly (Condition | undefined)[]): Condition | undefined {
  return join(parts, 'OR', '0');
}

function join(parts: readonly (Condition | undefined)[], word: string, empty: string): Condition | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || !known.every(({ exact }) => exact)) return undefined;
  const sql = known.length === 0 ? empty : `(${known.map((part) => part.sql).join(` ${word} `)})`;
  return { sql, values: known.flatMap((part) => part.values), exact: true, shape: 'other' };
}

function negate(condition: Condition | undefined): Condition | undefined {
  return condition === undefined ? undefined : { ...condition, sql: `NOT (${condition.sql})`, shape: 'other' };
}
