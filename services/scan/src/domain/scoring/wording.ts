import { lower } from '@earshot/text';
import type { Evidence } from './text.ts';

/** A word or a pair of neighbouring words, at its first place in a post. */
export interface Wording {
  /** In lower case; the two words of a pair are joined by a space. */
  readonly key: string;
  readonly evidence: Evidence;
}

/** How a post is written, independent of any business. */
export interface Writing {
  /** Each different word and pair of neighbouring words once. */
  readonly wordings: readonly Wording[];
  readonly words: number;
  /** The share of words such as "I", "my" and "we", and of "you" and "your". */
  readonly firstPerson: number;
  readonly you: number;
  /** Whether a sum of money is named. */
  readonly money: boolean;
}

/** Words with their apostrophe, question marks, currency signs, links and numbers. */
const WORD = /https?:\/\/\S+|[a-z]+(?:['’][a-z]+)?|\d+|[?$£€]/g;
const FIRST_PERSON = new Set("i i'm i've i'd i'll im ive my me mine myself we we're we've our us".split(' '));
const YOU = new Set("you you're you've you'll your yours".split(' '));
const MONEY = /[$£€]\s?\d|\d\s?(?:usd|eur|dollars|euros|bucks|k\b)|\b\d{1,3},\d{3}\b/;

/** Reads how a post is written. Every number is "0" and every link "http", so that only the way of writing counts. */
export function writingOf(title: string, body: string): Writing {
  const found = new Map<string, Wording>();
  const counts = { words: 0, own: 0, you: 0 };
  for (const [field, text] of [
    ['title', lower(title)],
    ['selftext', lower(body)],
  ] as const) {
    let before: { readonly word: string; readonly start: number } | undefined;
    for (const { 0: written, index: start } of text.matchAll(WORD)) {
      const word = keyOf(written);
      const end = start + written.length;
      counts.words += 1;
      if (FIRST_PERSON.has(word)) counts.own += 1;
      else if (YOU.has(word)) counts.you += 1;
      if (!found.has(word)) found.set(word, { key: word, evidence: { field, start, end } });
      const pair = before && `${before.word} ${word}`;
      if (before && pair !== undefined && !found.has(pair))
        found.set(pair, { key: pair, evidence: { field, start: before.start, end } });
      before = { word, start };
    }
  }
  return {
    wordings: [...found.values()],
    words: counts.words,
    firstPerson: counts.own / Math.max(1, counts.words),
    you: counts.you / Math.max(1, counts.words),
    money: MONEY.test(lower(title)) || MONEY.test(lower(body)),
  };
}

function keyOf(written: string): string {
  if (written.startsWith('http') && written.includes(':')) return 'http';
  if (/^\d/.test(written)) return '0';
  return written.replace('’', "'");
}
