import { endOf, type Evidence, isDigit, isLetter } from './text.ts';

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
}

/**
 * The wordings to look for: for each first word, what may follow it to make a known pair, and `''` if it counts alone. It
 * spares a scan a string for each pair of words that counts nothing.
 */
export type KnownWordings = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups words and pairs by their first word. */
export function knownWordings(keys: Iterable<string>): KnownWordings {
  const known = new Map<string, Set<string>>();
  for (const key of keys) {
    const [first = '', second = ''] = key.split(' ');
    known.set(first, (known.get(first) ?? new Set()).add(second));
  }
  return known;
}

/**
 * Reads how a post is written. Every number is "0" and every link "http", so that only the way of writing counts.
 * `wordings` are those of `known`; all without it. Both texts are folded.
 */
export function writingOf(title: string, body: string, known?: KnownWordings): Writing {
  const found = new Map<string, Wording>();
  let words = 0;
  const keep = (key: string, field: Evidence['field'], start: number, end: number): void => {
    if (!found.has(key)) found.set(key, { key, evidence: { field, start, end } });
  };
  const read = (field: Evidence['field'], text: string): void => {
    let before: { word: string; start: number; next: ReadonlySet<string> | undefined } | undefined;
    eachWord(text, (word, start, end) => {
      words += 1;
      const next = known?.get(word);
      if (!known || next?.has('')) keep(word, field, start, end);
      if (before && (!known || before.next?.has(word))) keep(`${before.word} ${word}`, field, before.start, end);
      before = { word, start, next };
    });
  };
  read('title', title);
  read('selftext', body);
  return { wordings: [...found.values()], words };
}

const LINK = /https?:\/\/\S+/y;
const MARKS = '?$£€';

/**
 * Visits the words with their apostrophe, numbers, links, question marks and currency signs. Reads characters, because a
 * regular expression would allocate an array for each word.
 */
function eachWord(text: string, visit: (word: string, start: number, end: number) => void): void {
  for (let start = 0, end = 0; start < text.length; start = end) {
    const code = text.charCodeAt(start);
    end = start + 1;
    if (isLetter(code)) {
      end = endOfLink(text, start);
      if (end > start) visit('http', start, end);
      else {
        end = endOfWord(text, start);
        visit(text.slice(start, end), start, end);
      }
    } else if (isDigit(code)) {
      end = endOf(text, start, isDigit);
      visit('0', start, end);
    } else if (MARKS.includes(text.charAt(start))) visit(text.charAt(start), start, end);
  }
}

/** The end of a link that starts here, or `start`. */
function endOfLink(text: string, start: number): number {
  if (!text.startsWith('http', start)) return start;
  LINK.lastIndex = start;
  return LINK.test(text) ? LINK.lastIndex : start;
}

function endOfWord(text: string, start: number): number {
  const end = endOf(text, start, isLetter);
  const suffix = text[end] === "'" ? endOf(text, end + 1, isLetter) : 0;
  return suffix > end + 1 ? suffix : end;
}
