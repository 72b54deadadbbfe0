/** A word or number of a text, and where it stands there. */
export interface Word {
  /** In lower case, without what follows an apostrophe: "client's" is "client". */
  readonly word: string;
  readonly start: number;
  /** Includes what follows an apostrophe. */
  readonly end: number;
}

/** The words and numbers of a text in order, in any alphabet. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: whole, index } of lower(text).matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)) {
    const apostrophe = whole.search(/['’]/);
    const word = apostrophe < 0 ? whole : whole.slice(0, apostrophe);
    words.push({ word, start: index, end: index + whole.length });
  }
  return words;
}

/** Lower case that keeps every index: in texts where a letter's lower case is longer, only A to Z are lowered. */
export function lower(text: string): string {
  const all = text.toLowerCase();
  return all.length === text.length ? all : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}
