import { toNumber, typeName } from '../bson.ts';
import { badValue } from '../errors.ts';
import { leafOnly, leafOrElement, type PathTest } from './path-test.ts';

const ALIASES = new Map([
  ['double', 1],
  ['string', 2],
  ['object', 3],
  ['array', 4],
  ['binData', 5],
  ['undefined', 6],
  ['objectId', 7],
  ['bool', 8],
  ['date', 9],
  ['null', 10],
  ['regex', 11],
  ['dbPointer', 12],
  ['javascript', 13],
  ['symbol', 14],
  ['javascriptWithScope', 15],
  ['int', 16],
  ['timestamp', 17],
  ['long', 18],
  ['decimal', 19],
  ['minKey', -1],
  ['maxKey', 127],
]);
const NAMES = new Map([...ALIASES].map(([name, code]) => [code, name]));
const NUMBER_NAMES = ['double', 'int', 'long', 'decimal'];

/** The type names that a $type argument selects: an alias, a code or a list of them. */
function typeNames(argument: unknown): Set<string> {
  const types: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (types.length === 0) throw badValue('$type must match at least one type');
  return new Set(types.flatMap(namesOf));
}

function namesOf(wanted: unknown): string[] {
  if (typeof wanted === 'string') {
    if (wanted === 'number') return NUMBER_NAMES;
    if (!ALIASES.has(wanted)) throw badValue(`Unknown type name alias: ${wanted}`);
    return [wanted];
  }
  const name = NAMES.get(toNumber(wanted) ?? Number.NaN);
  if (name === undefined) throw badValue(`Invalid numerical type code: ${String(wanted)}`);
  return [name];
}

export function compileType(argument: unknown): PathTest {
  const names = typeNames(argument);
  const elements = leafOrElement((value) => value !== undefined && !Array.isArray(value) && names.has(typeName(value)));
  const arrays = leafOnly((value) => Array.isArray(value));
  const nested = leafOrElement((value) => Array.isArray(value));
  return (root, parts) => elements(root, parts) || (names.has('array') && (arrays(root, parts) || nested(root, parts)));
}
