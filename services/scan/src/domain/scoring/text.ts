import { rememberingStemmer } from './stemmer.ts';

/** A word of a text: its stem and where it stands, so that a quote can be cut from the original. */
export interface Token {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

export type Tokenise = (text: string) => Token[];

/** Words and numbers of a text in order, lower-cased and stemmed. */
export function tokeniser(): Tokenise {
  const stemOf = rememberingStemmer();
  return (text) => {
    const tokens: Token[] = [];
    for (const match of lower(text).matchAll(/[a-z0-9]+(?:'[a-z]+)?/g)) {
      const word = match[0];
      tokens.push({
        stem: stemOf(word.replace(/'.*$/, '')),
        start: match.index,
        end: match.index + word.length,
      });
    }
    return tokens;
  };
}

/** Lower case that keeps every index: the few letters whose lower case is longer stay as they are. */
export function lower(text: string): string {
  const all = text.toLowerCase();
  return all.length === text.length ? all : text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

const MAX_QUOTE = 180;

/**
 * The sentence around `[start, end)`, cut from the text itself so that it is always a verbatim substring; a very long one is
 * narrowed to whole words around the match.
 */
export function sentenceAround(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const head = Math.max(before.lastIndexOf('\n'), lastSentenceEnd(before));
  const tail = /[.!?](?=\s|$)|\n/.exec(text.slice(end));
  const from = head + 1;
  const to = tail === null ? text.length : end + tail.index + (tail[0] === '\n' ? 0 : 1);
  const sentence = text.slice(from, to);
  if (sentence.trim().length <= MAX_QUOTE) return sentence.trim();
  const middle = Math.floor((start + end) / 2);
  const left = Math.max(from, Math.min(middle - MAX_QUOTE / 2, to - MAX_QUOTE));
  return text
    .slice(left, Math.min(to, left + MAX_QUOTE))
    .replace(left > from ? /^\S*\s/ : /^/, '')
    .replace(/\s\S*$/, '')
    .trim();
}

function lastSentenceEnd(before: string): number {
  let last = -1;
  for (const match of before.matchAll(/[.!?](?=\s)/g)) last = match.index;
  return last;
}
