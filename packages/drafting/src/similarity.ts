import { fold, wordsOf } from '@earshot/text';

/** Consecutive words in a shingle. */
const SHINGLE = 3;
/** Two drafts with a higher similarity are near-duplicates (docs/decisions/0035-no-near-duplicate-drafts.md). */
export const NEAR_DUPLICATE = 0.8;

/** All runs of three words, without case and punctuation; a shorter text is one shingle. */
function shinglesOf(text: string): ReadonlySet<string> {
  // "don't" counts as two words, so that contractions have the weight of their full forms.
  const words = wordsOf(fold(text).text.replaceAll("'", ' ')).map(({ word }) => word);
  if (words.length < SHINGLE) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  return new Set(words.slice(SHINGLE - 1).map((_word, index) => words.slice(index, index + SHINGLE).join(' ')));
}

/** Jaccard similarity of the shingles, from 0 to 1; two empty texts are equal. */
function similarity(one: string, other: string): number {
  const [a, b] = [shinglesOf(one), shinglesOf(other)];
  if (a.size === 0 && b.size === 0) return 1;
  const shared = [...a].filter((shingle) => b.has(shingle)).length;
  return shared / (a.size + b.size - shared);
}

/** The similarity to the most similar of the other texts; 0 without any. */
export function nearest(text: string, others: readonly string[]): number {
  return others.reduce((most, other) => Math.max(most, similarity(text, other)), 0);
}
