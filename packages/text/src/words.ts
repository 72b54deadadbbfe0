/** A word or number of a text and its position. */
export interface Word {
  /** In lower case, without the apostrophe and its suffix: "client's" gives "client". */
  readonly word: string;
  readonly start: number;
  /** Includes the apostrophe and its suffix. */
  readonly end: number;
}

/** Splits a text of any alphabet into its words and numbers, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: whole, index } of lower(text).matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)) {
    const apostrophe = whole.search(/['’]/);
    const word = apostrophe < 0 ? whole : whole.slice(0, apostrophe);
    words.push({ word, start: index, end: index + whole.length });
  }
  return words;
}

/** Lowers a text and keeps every index valid. If a letter's lower case is longer, it lowers only A to Z. */
export function lower(text: string): string {
  const all = text.toLowerCase();
  return all.length === text.length ? all : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}
