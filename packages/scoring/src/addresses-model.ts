import { compactPhrases, foreignPhrases, phrases, scrambledWords } from './model-phrases.ts';
import {
  compactReading,
  decodedRuns,
  leetReading,
  plainReading,
  type Reading,
  reversedReading,
  rot13Reading,
  unscrambledReading,
} from './readings.ts';
import { readByModel } from './read-text.ts';
import type { Post } from './scorer.ts';
import { sentenceAround } from './text.ts';

/** The verbatim text of a post that addresses a model; may be empty if the text is invisible. */
export interface ModelAddress {
  readonly quote: string;
}

/** Unicode tag characters also occur in flag emoji. More than this many hide a text. */
const MOST_TAGS = 12;
const TAGS = /[\u{e0020}-\u{e007e}]/gu;

/**
 * Detects posts that address their reader as a model (prompt injection). It finds instructions to ignore rules or to
 * give a score, roles, chat markup and parts of the answer, also in other languages and behind common disguises. Null
 * for posts that only talk about models. Pure. Detection alone prevents nothing: a detected post is scored in its own
 * call, and a missed one has a limited effect on others (docs/decisions/0067).
 */
export function addressesModel(post: Pick<Post, 'title' | 'selftext'>): ModelAddress | null {
  const read = readByModel(post);
  const text = `${read.title}\n${read.text}`;
  const place = placeIn(text) ?? codedPlaceIn(text);
  return place === null ? null : { quote: quoteAt(text, place) };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function placeIn(text: string): Place | null {
  const tags = [...text.matchAll(TAGS)];
  const [tag] = tags;
  if (tag !== undefined && tags.length > MOST_TAGS) return { start: tag.index, end: tag.index };
  const plain = plainReading(text, false);
  const folded = plainReading(text, true);
  return (
    find(folded, phrases) ??
    find(folded, foreignPhrases) ??
    (plain.text === folded.text ? null : find(plain, foreignPhrases)) ??
    findDisguised(folded)
  );
}

function findDisguised(folded: Reading): Place | null {
  const leet = (['i', 'l'] as const)
    .map((one) => leetReading(folded, one))
    .filter(({ text }, index, all) => text !== folded.text && text !== all[index - 1]?.text);
  const unscrambled = unscrambledReading(folded, scrambledWords);
  const readings = [
    ...leet,
    ...(unscrambled.text === folded.text ? [] : [unscrambled]),
    rot13Reading(folded),
    reversedReading(folded),
  ];
  for (const reading of readings) {
    const place = find(reading, phrases);
    if (place !== null) return place;
  }
  for (const reading of [folded, ...leet]) {
    const place = find(compactReading(reading), compactPhrases);
    if (place !== null) return place;
  }
  return null;
}

/** Searches decoded text as well, and decodes text that was encoded twice. */
function codedPlaceIn(text: string, depth = 0): Place | null {
  for (const { start, end, decoded } of decodedRuns(text)) {
    if (placeIn(decoded) !== null || (depth === 0 && codedPlaceIn(decoded, 1) !== null)) return { start, end };
  }
  return null;
}

function find({ text, origin }: Reading, patterns: readonly RegExp[]): Place | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const ends = [origin[match.index] ?? 0, origin[match.index + match[0].length] ?? 0];
    return { start: Math.min(...ends), end: Math.max(...ends) };
  }
  return null;
}

/** The quote stays within one line, so that it is verbatim in the title or in the text. */
function quoteAt(text: string, { start, end }: Place): string {
  const from = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0);
  const lineEnd = text.indexOf('\n', from);
  return sentenceAround(text, from, lineEnd < 0 ? end : Math.max(from, Math.min(end, lineEnd)));
}
