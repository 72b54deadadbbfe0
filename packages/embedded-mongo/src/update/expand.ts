import { type Doc, getField, isDoc } from '../bson.ts';
import { badValue, CommandError } from '../errors.ts';
import { compileElement, compileFilter } from '../match/compile.ts';
import { isOperatorDoc } from '../match/path-test.ts';
import { arrayIndex } from '../paths.ts';
import { readPath } from './set-path.ts';

export type ElementFilters = ReadonlyMap<string, (item: unknown) => boolean>;

const NO_EXPRESSIONS = {
  evaluate: () => {
    throw badValue('$expr is not allowed in array filters');
  },
};

/** Compiles arrayFilters: one filter per identifier. */
export function compileArrayFilters(filters: unknown): ElementFilters {
  const compiled = new Map<string, (item: unknown) => boolean>();
  if (filters === undefined) return compiled;
  if (!Array.isArray(filters)) throw new CommandError(14, 'BSON field arrayFilters must be an array');
  for (const filter of filters) {
    if (!isDoc(filter)) throw new CommandError(14, 'each array filter must be an object');
    const identifier = identifierOf(filter);
    if (compiled.has(identifier))
      throw new CommandError(9, `Found multiple array filters with the same top-level field name ${identifier}`);
    const test = compileFilter(filter, NO_EXPRESSIONS);
    compiled.set(identifier, (item) => test({ [identifier]: item }));
  }
  return compiled;
}

function identifierOf(filter: Doc): string {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(filter)) {
    if (!name.startsWith('$')) names.add(name.split('.')[0] ?? '');
    else if (Array.isArray(value)) for (const branch of value) if (isDoc(branch)) names.add(identifierOf(branch));
  }
  const [identifier] = names;
  if (names.size !== 1 || identifier === undefined)
    throw new CommandError(9, 'Error parsing array filter :: each must use exactly one top-level field name');
  if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
    throw badValue(
      `Error parsing array filter :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  }
  return identifier;
}

export interface Positions {
  /** The array position that the query matched, for the positional $. */
  readonly matched: number | undefined;
  readonly filters: ElementFilters;
}

/** Expands an update path with $, $[] or $[identifier] to concrete paths in this document. */
export function expandPath(doc: Doc, path: string, positions: Positions): string[][] {
  const parts = path.split('.');
  if (!path.includes('$')) return [parts];
  let found: string[][] = [[]];
  for (const part of parts) {
    found = found.flatMap((prefix) => expandPart(doc, prefix, part, positions).map((actual) => [...prefix, actual]));
  }
  return found;
}

function expandPart(doc: Doc, prefix: readonly string[], part: string, positions: Positions): string[] {
  if (part === '$') {
    if (positions.matched === undefined)
      throw badValue('The positional operator did not find the match needed from the query.');
    return [String(positions.matched)];
  }
  const identifier = /^\$\[([^\]]*)\]$/.exec(part)?.[1];
  if (identifier === undefined) return [part];
  const array = readPath(doc, prefix);
  if (array === undefined) {
    throw badValue(`The path '${prefix.join('.')}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(array)) throw badValue(`Cannot apply array updates to non-array element ${prefix.join('.')}`);
  const test = identifier === '' ? () => true : positions.filters.get(identifier);
  if (test === undefined)
    throw badValue(`No array filter found for identifier '${identifier}' in path '${[...prefix, part].join('.')}'`);
  return array.flatMap((item: unknown, index) => (test(item) ? [String(index)] : []));
}

/** Throws if no path of the update uses the identifier of an array filter. */
export function checkFiltersUsed(filters: ElementFilters, paths: readonly string[]): void {
  for (const identifier of filters.keys()) {
    if (!paths.some((path) => path.split('.').includes(`$[${identifier}]`))) {
      throw new CommandError(9, `The array filter for identifier '${identifier}' was not used in the update`);
    }
  }
}

/** The index of the first array element that matches the query's condition on that array. */
export function matchedPosition(filter: Doc, doc: Doc): number | undefined {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const branch of condition) {
        const position = isDoc(branch) ? matchedPosition(branch, doc) : undefined;
        if (position !== undefined) return position;
      }
    }
    const position = name.startsWith('$') ? undefined : positionAt(name.split('.'), condition, doc);
    if (position !== undefined) return position;
  }
  return undefined;
}

function positionAt(parts: readonly string[], condition: unknown, doc: Doc): number | undefined {
  let value: unknown = doc;
  for (let depth = 0; depth <= parts.length; depth += 1) {
    if (Array.isArray(value)) {
      const named = arrayIndex(parts[depth] ?? '');
      if (named !== undefined) return named;
      const found = value.findIndex((item) => elementTest(parts.slice(depth), condition)(item));
      return found < 0 ? undefined : found;
    }
    if (!isDoc(value)) return undefined;
    value = getField(value, parts[depth] ?? '');
  }
  return undefined;
}

function elementTest(rest: readonly string[], condition: unknown): (item: unknown) => boolean {
  const own =
    isOperatorDoc(condition) && '$elemMatch' in condition && rest.length === 0 ? condition['$elemMatch'] : undefined;
  if (own !== undefined) return compileElement(own, NO_EXPRESSIONS);
  if (rest.length > 0) {
    const test = compileFilter({ [rest.join('.')]: condition }, NO_EXPRESSIONS);
    return (item) => isDoc(item) && test(item);
  }
  const test = compileFilter({ value: condition }, NO_EXPRESSIONS);
  return (item) => test({ value: item });
}
