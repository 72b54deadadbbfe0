import { fold } from './fold.ts';

/** A word or number of a text and its position. */
export interface Word {
  /** As `fold` writes it, without the apostrophe and its suffix: "Client’s" gives "client". */
  readonly word: string;
  readonly start: number;
  /** Includes the apostrophe and its suffix. */
  readonly end: number;
}

const words = /[\p{L}\p{N}]+(?:'\p{L}+)?/gu;

function withoutSuffix(whole: string): string {
  const apostrophe = whole.indexOf("'");
  return apostrophe < 0 ? whole : whole.slice(0, apostrophe);
}

/** The words of a text that `fold` wrote, as in `Word`. Faster than `wordsOf`, which also finds their positions. */
export function wordsInFolded(folded: string): string[] {
  return (folded.match(words) ?? []).map(withoutSuffix);
}

/** Splits a text of any alphabet into its words and numbers, in order. Positions are those of the given text. */
export function wordsOf(text: string): Word[] {
  const { text: folded, originOf } = fold(text);
  return Array.from(folded.matchAll(words), ({ 0: whole, index }) => ({
    word: withoutSuffix(whole),
    start: originOf(index),
    end: originOf(index + whole.length),
  }));
}
