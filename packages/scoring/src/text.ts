import { fold, rememberingStemmer } from '@earshot/text';

/** A word of a text: its stem and its position in the folded text. */
export interface Token {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/** A position in the folded text of a post. `quoteOf` finds the quote around it in the original. */
export interface Evidence {
  readonly field: 'title' | 'selftext';
  readonly start: number;
  readonly end: number;
}

export type Tokenise = (text: string) => Token[];

/** Words without meaning after certain words: "of course" is not about a course, "a bit" not about biting. */
const EMPTY_AFTER: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    course: ['of'],
    bit: ['a', 'little', 'every'],
    least: ['at'],
    order: ['in'],
    terms: ['in'],
    case: ['in', 'my', 'any'],
    hand: ['other', 'first'],
    place: ['first', 'in'],
    way: ['by', 'the', 'no', 'any'],
    story: ['long'],
    point: ['this', 'that', 'some', 'the', 'to'],
    end: ['the'],
    board: ['on', 'across'],
    matter: ['no'],
    date: ['to'],
    luck: ['good', 'any'],
    advance: ['in'],
  }).map(([word, before]) => [word, new Set(before)]),
);

/** Words without meaning before certain words: "kind of", "based on", "deal with". */
const EMPTY_BEFORE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    of: ['kind', 'sort', 'type', 'lot', 'lots', 'couple', 'bunch', 'ton', 'tons', 'instead', 'front', 'top'],
    on: ['based', 'depending', 'hold', 'focus'],
    with: ['deal', 'dealing', 'stuck', 'along'],
    to: ['due', 'used'],
    out: ['turns', 'turned', 'figure', 'check'],
    from: ['aside', 'apart'],
  }).map(([word, before]) => [word, new Set(before)]),
);

/**
 * Returns a tokeniser: the words and numbers of a text in order, folded and stemmed, without those of set phrases.
 * Positions are those of the folded text. The scorer reads English only: all letters except a to z separate words.
 */
export function tokeniser(): Tokenise {
  const stemOf = rememberingStemmer();
  return (text) => {
    const lowered = fold(text).text;
    const tokens: Token[] = [];
    let before = '';
    // Reads characters, because a regular expression would allocate an array for each word: a third of a scan's garbage.
    for (let start = 0, end = 0; start < lowered.length; start = Math.max(end, start + 1)) {
      const apostrophe = endOf(lowered, start, isLetterOrDigit);
      if (apostrophe === start) continue;
      const suffix = lowered[apostrophe] === "'" ? endOf(lowered, apostrophe + 1, isLetter) : 0;
      end = suffix > apostrophe + 1 ? suffix : apostrophe;
      const word = lowered.slice(start, apostrophe);
      const whole = end === apostrophe ? word : lowered.slice(start, end);
      if (EMPTY_BEFORE.get(whole)?.has(before)) tokens.pop();
      if (!EMPTY_AFTER.get(whole)?.has(before) && !isMark(whole, lowered, end))
        tokens.push({ stem: stemOf(word), start, end });
      before = whole;
    }
    return tokens;
  };
}

/** The end of the characters of one kind from `start` on. */
export function endOf(text: string, start: number, isOfKind: (code: number) => boolean): number {
  let end = start;
  while (isOfKind(text.charCodeAt(end))) end += 1;
  return end;
}

/** Whether this is the code of a letter from a to z. */
export function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Whether this is the code of a digit from 0 to 9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

/** "EDIT:" and "Update 2:" mark later additions to a post. */
function isMark(word: string, text: string, end: number): boolean {
  return (word === 'edit' || word === 'update') && /^\s?\d?\s?:/.test(text.slice(end, end + 4));
}

const MAX_QUOTE = 180;
/** Of a longer sentence, only the clause with the match is quoted. In characters, like the others. */
const LONG_SENTENCE = 80;
/** Shorter clauses say too little, so they are quoted with their neighbours. */
const LEAST_CLAUSE = 40;

/** A part of a text; `to` is after its last character. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The words that carry a match at `[start, end)`: the sentence around it, or of a long sentence the clause. Always a
 * verbatim substring of the text.
 */
export function quoteAround(text: string, start: number, end: number): string {
  const sentence = sentenceSpan(text, start, end);
  if (sentence.to - sentence.from <= LONG_SENTENCE) return text.slice(sentence.from, sentence.to).trim();
  const clause = clauseSpan(text, sentence, { from: start, to: end });
  return narrowed(text, clause, { from: start, to: end }).replace(/[,;:]$/, '');
}

/**
 * The sentence around `[start, end)`, always a verbatim substring of the text. A very long sentence is shortened to
 * whole words around the match.
 */
export function sentenceAround(text: string, start: number, end: number): string {
  return narrowed(text, sentenceSpan(text, start, end), { from: start, to: end });
}

function sentenceSpan(text: string, start: number, end: number): Span {
  const before = text.slice(0, start);
  const head = Math.max(before.lastIndexOf('\n'), lastSentenceEnd(before));
  const tail = /[.!?](?=\s|$)|\n/.exec(text.slice(end));
  const to = tail === null ? text.length : end + tail.index + (tail[0] === '\n' ? 0 : 1);
  return { from: head + 1, to };
}

/** Words that begin another thought; "and", "so" and "since" also stand within one. */
const CONJUNCTION = String.raw`(?:but|because|although|while|which|(?:and|so|since) (?:i|we|you|he|she|they|it|my|our|that))\s`;
/** A clause begins after punctuation, at a dash or a parenthesis, or at a conjunction. */
const CLAUSE_START = new RegExp(String.raw`(?<=[,;:)]\s)|(?<=\s)(?=[-–—]\s|\(|${CONJUNCTION})`, 'gi');

/** The clauses of a sentence that contain the match, and as many neighbours as are needed to say enough. */
function clauseSpan(text: string, { from, to }: Span, match: Span): Span {
  const starts = [...text.slice(from, to).matchAll(CLAUSE_START)].map(({ index }) => from + index);
  const ends = [...starts, to];
  let clause = {
    from: starts.findLast((place) => place <= match.from) ?? from,
    to: ends.find((place) => place >= match.to) ?? to,
  };
  while (clause.to - clause.from < LEAST_CLAUSE && (clause.to < to || clause.from > from)) {
    const { from: first, to: last } = clause;
    if (last < to) clause = { from: first, to: ends.find((place) => place > last) ?? to };
    else clause = { from: starts.findLast((place) => place < first) ?? from, to: last };
  }
  return clause;
}

/** The words of a span, at most `MAX_QUOTE` characters around the match. */
function narrowed(text: string, { from, to }: Span, match: Span): string {
  const whole = text.slice(from, to).trim();
  if (whole.length <= MAX_QUOTE) return whole;
  const middle = Math.floor((match.from + match.to) / 2);
  const left = Math.max(from, Math.min(middle - MAX_QUOTE / 2, to - MAX_QUOTE));
  return text
    .slice(left, Math.min(to, left + MAX_QUOTE))
    .replace(left > from ? /^\S*\s/ : /^/, '')
    .replace(/\s\S*$/, '')
    .trim();
}

function lastSentenceEnd(before: string): number {
  for (let at = before.length - 2; at >= 0; at -= 1)
    if (/[.!?]/.test(before.charAt(at)) && /\s/.test(before.charAt(at + 1))) return at;
  return -1;
}
