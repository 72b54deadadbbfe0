import { type Doc, isDoc, toNumber } from '../bson.ts';
import { badValue, CommandError, notSupported } from '../errors.ts';
import type { SortField } from './candidate.ts';

/** Parses {a: 1, b: -1}. Throws for other directions and for $meta. */
export function parseSort(spec: Doc): SortField[] {
  return Object.entries(spec).map(([path, value]) => {
    if (isDoc(value)) throw notSupported(`$sort by ${Object.keys(value).join(', ') || 'a document'}`);
    const direction = toNumber(value);
    if (direction !== 1 && direction !== -1)
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    if (path === '' || path.split('.').includes(''))
      throw badValue(`FieldPath must not be empty or have empty parts: '${path}'`);
    return { path, direction };
  });
}
