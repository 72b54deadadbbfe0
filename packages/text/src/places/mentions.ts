import { type Word, wordsOf } from '../words.ts';
import { gazetteer, type Name, type OtherMeaning, otherMeaningOf } from './gazetteer.ts';
import type { Place } from './place.ts';

/** A name of a place in a text. */
export interface Mention {
  /** The position in the text, with the region or country that follows the name: "Portland, Maine". */
  readonly start: number;
  readonly end: number;
  /** Those that the name can mean, the likeliest first. */
  readonly places: readonly Place[];
  /** Written with a capital letter. */
  readonly isCapital: boolean;
  /** What else the name means, unless a region or a country follows it. */
  readonly otherMeaning: OtherMeaning;
  /** The words of the sentence before the name, as `wordsOf` writes them, the nearest last. */
  readonly before: readonly string[];
  /** Nothing but spaces stands between the name and the word before it. */
  readonly followsWord: boolean;
  /** The word after it, if only a space or a hyphen separates them. */
  readonly next: { readonly word: string; readonly isCapital: boolean } | undefined;
  /** In brackets, as authors mark where they are: "[Denver, CO]". */
  readonly inBrackets: boolean;
}

/** Signs within a name: "St. Louis", "Stoke-on-Trent". */
const joins = /^(?:[\s.'’-]|, ){1,3}$/;
const commas = /^,?\s{1,2}$/;
const sentenceEnd = /[.!?\n;]\s|[\n:]/;
const capital = /^\p{Lu}/u;
/** Words before a name that are part of it: "in the greater Denver area". */
const fillers = new Set(
  'the downtown central inner north south east west northern southern eastern western greater sunny lovely rural metro city of'.split(
    ' ',
  ),
);

/** More names are a list, and reading them all would be slow. */
const mostMentions = 12;

/** The first names of places in a text, in order. A longer name hides those within it. */
export function mentionsIn(text: string): Mention[] {
  const words = wordsOf(text);
  const found: Mention[] = [];
  for (let at = 0; at < words.length && found.length < mostMentions; at += 1) {
    const name = nameAt(text, words, at);
    if (name === undefined) continue;
    const { mention, next } = mentionOf(text, words, { name, at });
    found.push(mention);
    at = next - 1;
  }
  return found;
}

/** The longest name that begins at a word. */
function nameAt(text: string, words: readonly Word[], at: number): Name | undefined {
  const names = gazetteer().startingWith(words[at]?.word ?? '');
  return names.find(({ words: parts, isCode }) => {
    const last = words[at + parts.length - 1];
    if (last === undefined || !parts.every((part, index) => words[at + index]?.word === part)) return false;
    const isWhole = parts.every((_, index) => index === 0 || joins.test(gapBefore(text, words, at + index)));
    return isWhole && (!isCode || /^[\p{Lu}.\s]+$/u.test(text.slice(words[at]?.start, last.end)));
  });
}

function mentionOf(text: string, words: readonly Word[], { name, at }: { name: Name; at: number }) {
  const after = at + name.words.length;
  const qualified = qualify(text, words, { name, after });
  const last = words[qualified.next - 1];
  const start = words[at]?.start ?? 0;
  const end = last?.end ?? start;
  const before = beforeOf(text, words, at);
  const mention: Mention = {
    start,
    end,
    places: qualified.places,
    isCapital: capital.test(text.slice(start)),
    otherMeaning: qualified.next === after ? otherMeaningOf(name.words) : null,
    before,
    followsWord: before.length > 0 && /^\s{1,2}$/.test(gapBefore(text, words, at)),
    next: nextOf(text, words, qualified.next),
    inBrackets:
      /[([]\s?$/.test(text.slice(Math.max(0, start - 2), start)) && /^\s?[)\]]/.test(text.slice(end, end + 2)),
  };
  return { mention, next: qualified.next };
}

/** The places that the region or country after a name leaves, and where the name ends with it. */
function qualify(text: string, words: readonly Word[], { name, after }: { name: Name; after: number }) {
  const plain = { places: name.places, next: after };
  const word = words[after];
  if (word === undefined || !commas.test(gapBefore(text, words, after))) return plain;
  const written = text.slice(word.start, word.end);
  const isCode = /^\p{Lu}{2,3}$/u.test(written);
  const longer = nameAt(text, words, after);
  const named = capital.test(written) ? (longer?.places ?? []) : [];
  const outer = [...(isCode ? gazetteer().regionOfCode(written) : []), ...named].filter(
    ({ kind }) => kind === 'country' || kind === 'region' || kind === 'area',
  );
  if (outer.length === 0) return plain;
  const next =
    after + (longer === undefined || outer.every((one) => !longer.places.includes(one)) ? 1 : longer.words.length);
  const within = name.places.filter((place) => outer.some((one) => isWithin(place, one)));
  if (within.length > 0) return { places: within, next };
  // A smaller place that is not in the list: its region is known at least. A list of places is no such pair.
  const isTown = isCode || name.places.every(({ kind }) => kind === 'city');
  return isTown ? { places: outer, next } : plain;
}

function isWithin(place: Place, outer: Place): boolean {
  if (place === outer) return false;
  if (outer.kind === 'country') return place.country === outer.country && place.kind !== 'country';
  return place.region === outer.region && place.kind !== 'region';
}

function beforeOf(text: string, words: readonly Word[], at: number): string[] {
  const before: string[] = [];
  for (let index = at; index > 0 && before.length < 14; index -= 1) {
    if (sentenceEnd.test(gapBefore(text, words, index))) break;
    before.unshift(words[index - 1]?.word ?? '');
  }
  while (fillers.has(before.at(-1) ?? '')) before.pop();
  return before;
}

function nextOf(text: string, words: readonly Word[], next: number): Mention['next'] {
  const word = words[next];
  if (word === undefined || !/^[\s-]$/.test(gapBefore(text, words, next))) return undefined;
  return { word: word.word, isCapital: capital.test(text.slice(word.start)) };
}

function gapBefore(text: string, words: readonly Word[], at: number): string {
  return text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? text.length);
}
