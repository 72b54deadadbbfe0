import { fold } from './fold.ts';

/** A word or number of a text and its position. */
export interface Word {
  /** As `fold` writes it, without the apostrophe and its suffix: "Client’s" gives "client". */
  readonly word: string;
  readonly start: number;
  /** Includes the apostrophe and its suffix. */
  readonly end: number;
}

/** Splits a text of any alphabet into its words and numbers, in order. Positions are those of the given text. */
export function wordsOf(text: string): Word[] {
  const { text: folded, originOf } = fold(text);
  const words: Word[] = [];
  for (const { 0: whole, index } of folded.matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu)) {
    const apostrophe = whole.indexOf("'");
    const word = apostrophe < 0 ? whole : whole.slice(0, apostrophe);
    words.push({ word, start: originOf(index), end: originOf(index + whole.length) });
  }
  return words;
}
