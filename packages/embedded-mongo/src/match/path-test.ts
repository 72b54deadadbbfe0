import { type Doc, isDoc } from '../bson.ts';
import { encodeKey, sameValue } from '../keys.ts';
import { someAtPath } from '../paths.ts';
import { regexOf } from './regex.ts';

/** Tests the values at a path of a document. */
export type PathTest = (root: unknown, parts: readonly string[]) => boolean;
export type ValueTest = (value: unknown) => boolean;

/** True for a document of operators such as {$gt: 1}; false for values such as {a: 1} or {}. */
export function isOperatorDoc(value: unknown): value is Doc {
  if (!isDoc(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** Holds if a leaf value passes the test or, for an array, if one of its elements does. */
export function leafOrElement(test: ValueTest): PathTest {
  return (root, parts) =>
    someAtPath(
      root,
      parts,
      (leaf, spread) => test(leaf) || (spread && Array.isArray(leaf) && leaf.some((item) => test(item))),
    );
}

export function leafOnly(test: ValueTest): PathTest {
  return (root, parts) => someAtPath(root, parts, test);
}

export function equals(value: unknown): PathTest {
  const regex = regexOf(value);
  if (regex !== undefined) {
    return leafOrElement((leaf) =>
      typeof leaf === 'string' ? regex.test(leaf) : regexOf(leaf) !== undefined && sameValue(leaf, value),
    );
  }
  const key = encodeKey(value);
  return leafOrElement((leaf) => encodeKey(leaf) === key);
}

export const all: (tests: PathTest[]) => PathTest = (tests) => (root, parts) =>
  tests.every((test) => test(root, parts));
export const not: (test: PathTest) => PathTest = (test) => (root, parts) => !test(root, parts);
