import { Int32 } from 'bson';
import { type Doc, getField, isDoc, isTruthy, toNumber } from '../bson.ts';
import { CommandError, typeMismatch } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import { compileFilter } from '../match/compile.ts';
import { isOperatorDoc } from '../match/path-test.ts';
import type { Index } from './collection.ts';

const KNOWN = new Set([
  'key',
  'name',
  'v',
  'ns',
  'unique',
  'sparse',
  'background',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
]);
const MAX_TTL_SECONDS = 2147483647;

/** The specification of an index. */
export type IndexSpec = Omit<Index, 'id' | 'multikey'>;

/** Parses one element of createIndexes or a stored specification. Throws if it is malformed or has unknown options. */
export function parseIndexSpec(spec: Doc): IndexSpec {
  for (const option of Object.keys(spec)) {
    if (!KNOWN.has(option))
      throw new CommandError(
        197,
        `The field '${option}' is not valid for an index specification of the embedded documents server`,
      );
  }
  const keyDoc = getField(spec, 'key');
  if (!isDoc(keyDoc)) throw new CommandError(9, "The 'key' field is a required property of an index specification");
  const name = getField(spec, 'name');
  if (typeof name !== 'string' || name === '')
    throw new CommandError(9, "The 'name' field is a required property of an index specification");
  checkCollation(getField(spec, 'collation'));
  const partialFilter = getField(spec, 'partialFilterExpression');
  if (partialFilter !== undefined && !isDoc(partialFilter))
    throw typeMismatch("The field 'partialFilterExpression' must be an object");
  const sparse = isTruthy(getField(spec, 'sparse'));
  if (sparse && partialFilter !== undefined) {
    throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  if (partialFilter !== undefined) checkPartialFilter(partialFilter);
  const key = parseKey(keyDoc);
  const expireAfterSeconds = parseTtl(getField(spec, 'expireAfterSeconds'), key.length);
  return {
    name,
    key,
    unique: isTruthy(getField(spec, 'unique')),
    sparse,
    partial: partialFilter === undefined ? undefined : { filter: partialFilter, matches: compileFilter(partialFilter) },
    expireAfterSeconds,
    spec: normalise(spec),
  };
}

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);

/** Allows only conditions for which the planner can decide whether a query implies them. */
function checkPartialFilter(filter: Doc): void {
  for (const [name, condition] of Object.entries(filter)) {
    if ((name === '$and' || name === '$or') && Array.isArray(condition)) {
      for (const branch of condition) if (isDoc(branch)) checkPartialFilter(branch);
      continue;
    }
    if (name.startsWith('$')) throw new CommandError(67, `Expression not supported in partial index: ${name}`);
    if (!isOperatorDoc(condition)) continue;
    for (const [operator, argument] of Object.entries(condition)) {
      if (!PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && !isTruthy(argument))) {
        throw new CommandError(67, `Expression not supported in partial index: ${operator} of '${name}'`);
      }
    }
  }
}

export function checkCollation(collation: unknown): void {
  if (collation === undefined) return;
  const locale = isDoc(collation) ? getField(collation, 'locale') : undefined;
  if (locale !== 'simple') throw new CommandError(115, 'collation is not supported by the embedded documents server');
}

function parseKey(keyDoc: Doc): Index['key'] {
  const entries = Object.entries(keyDoc);
  if (entries.length === 0) throw new CommandError(67, 'Index keys cannot be empty.');
  return entries.map(([path, direction]) => {
    if (typeof direction === 'string')
      throw new CommandError(67, `Index type '${direction}' is not supported by the embedded documents server`);
    const number = toNumber(direction);
    if (number === undefined || number === 0 || Number.isNaN(number)) {
      throw new CommandError(67, `Values in the index key pattern must be numbers other than 0: '${path}'`);
    }
    if (path === '' || path.split('.').some((part) => part === ''))
      throw new CommandError(67, 'Index keys cannot contain an empty field.');
    if (path.split('.').some((part) => part.startsWith('$'))) {
      throw new CommandError(67, `Index key contains an illegal field name: field name starts with '$': '${path}'`);
    }
    return { path, direction: number > 0 ? 1 : -1 };
  });
}

function parseTtl(value: unknown, columns: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = toNumber(value);
  if (seconds === undefined) throw new CommandError(67, "TTL index 'expireAfterSeconds' option must be numeric");
  if (seconds < 0 || seconds > MAX_TTL_SECONDS)
    throw new CommandError(67, `TTL index 'expireAfterSeconds' must be within 0 and ${MAX_TTL_SECONDS}`);
  if (columns > 1)
    throw new CommandError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  return seconds;
}

function normalise(spec: Doc): Doc {
  const shown: Doc = { v: new Int32(2) };
  for (const [option, value] of Object.entries(spec)) {
    if (['v', 'ns', 'background', 'collation'].includes(option)) continue;
    if ((option === 'unique' || option === 'sparse') && !isTruthy(value)) continue;
    shown[option] = option === 'unique' || option === 'sparse' ? true : value;
  }
  return shown;
}

/** Returns 'same' if an equal index exists. Throws MongoDB's error if a different index has the same name or key. */
export function findConflict(existing: readonly Index[], wanted: IndexSpec): 'same' | 'new' {
  const byName = existing.find((index) => index.name === wanted.name);
  const detail = (index: { spec: Doc }) => JSON.stringify(index.spec);
  if (byName !== undefined) {
    if (!sameIdentity(byName, wanted)) {
      throw new CommandError(
        86,
        'An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can ' +
          `cause conflicts. Please refer to our documentation. Requested index: ${detail(wanted)}, existing index: ${detail(byName)}`,
      );
    }
    if (byName.expireAfterSeconds !== wanted.expireAfterSeconds) {
      throw new CommandError(
        85,
        `An equivalent index already exists with the same name but different options. Requested index: ${detail(wanted)}, existing index: ${detail(byName)}`,
      );
    }
    return 'same';
  }
  const twin = existing.find((index) => sameIdentity(index, wanted));
  if (twin !== undefined) throw new CommandError(85, `Index already exists with a different name: ${twin.name}`);
  return 'new';
}

function sameIdentity(a: IndexSpec, b: IndexSpec): boolean {
  const identity = (index: IndexSpec) =>
    JSON.stringify([index.key, index.unique, index.sparse, encodeKey(index.partial?.filter ?? null)]);
  return identity(a) === identity(b);
}
