import { wordsOf } from './words.ts';

/** Neighbouring words that are compared together, so that the order of the words counts. */
const SHINGLE = 3;
/** Texts that share at least this part of their shingles (Jaccard) are the same text with small changes. */
const LEAST_SHARE = 0.8;

/**
 * Whether two texts are the same but for small changes: letter case, signs, a few words. Short texts must have the same
 * words. Two texts without a word are not the same.
 */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [shinglesOf(one), shinglesOf(other)];
  if (first.size === 0 || second.size === 0) return false;
  const shared = [...first].filter((shingle) => second.has(shingle)).length;
  return shared / (first.size + second.size - shared) >= LEAST_SHARE;
}

/** The different runs of `SHINGLE` words; a shorter text is one run. */
function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text).map(({ word }) => word);
  if (words.length < SHINGLE) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' ')));
}
