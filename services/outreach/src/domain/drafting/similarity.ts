import { wordsOf } from '@earshot/text';

/** Words in a row that make a shingle. */
const SHINGLE = 3;
/** Two drafts above this share too much to be sent by one person (issue, "near-duplicate guard"). */
export const NEAR_DUPLICATE = 0.8;

/** Each run of three words, without case and marks; shorter texts are one shingle. */
function shinglesOf(text: string): ReadonlySet<string> {
  // "don't" counts as two words, so that contractions weigh like the words they stand for.
  const words = wordsOf(text.replace(/['’]/g, ' ')).map(({ word }) => word);
  if (words.length < SHINGLE) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  return new Set(words.slice(SHINGLE - 1).map((_word, index) => words.slice(index, index + SHINGLE).join(' ')));
}

/** Jaccard similarity of the shingles, 0 to 1; two empty texts are the same. */
export function similarity(one: string, other: string): number {
  const [a, b] = [shinglesOf(one), shinglesOf(other)];
  if (a.size === 0 && b.size === 0) return 1;
  const shared = [...a].filter((shingle) => b.has(shingle)).length;
  return shared / (a.size + b.size - shared);
}

/** How much a text has in common with the nearest of others; 0 without any. */
export function nearest(text: string, others: readonly string[]): number {
  return others.reduce((most, other) => Math.max(most, similarity(text, other)), 0);
}
