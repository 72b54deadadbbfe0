import { rememberingStemmer } from './stemmer.ts';
import { wordsOf } from './words.ts';

const stemOf = rememberingStemmer();

/** Longer words are cut, so that no text makes an index entry large. Characters. */
const longestTerm = 64;

/**
 * The terms by which a text is found: the stem of each of its words, once, in the order of the text. A query matches a
 * text if the text has all terms of the query.
 */
export function searchTerms(text: string): string[] {
  const words = wordsOf(text).map(({ word }) => stemOf(word.slice(0, longestTerm)));
  return [...new Set(words)];
}
