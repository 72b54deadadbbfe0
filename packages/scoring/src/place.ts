import { type Home, homeIn, type Mention, mentionsIn, placeSeenFrom, placesOfCommunity } from '@earshot/text/places';
import { fold, wordsOf } from '@earshot/text';
import { BODY_READ } from './post-reading.ts';
import { TITLE_READ } from './read-text.ts';
import type { Business, Post, ScorePart } from './scorer.ts';
import { quoteAround } from './text.ts';

/** Points of a post from where the business works, and of one from elsewhere if it serves only there. */
const THERE_POINTS = 0.8;
const ELSEWHERE_POINTS = -4;
/** Of a name in small letters, so many people must live there: small places are words. */
const LEAST_PEOPLE = 200_000;

type PlacePart = Extract<ScorePart, { name: 'place' }>;

/** A name of a place in the title or the body of a post, and what is read around it. */
interface Named extends Mention {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/**
 * The part for the place of a post: it names the place of the business or one in or near it, or, if the business serves
 * only there, another one. Null if the business has no place or the post shows none. The community counts too: r/Denver.
 */
export function placePartOf(business: Pick<Business, 'profile'>, post: Post): ScorePart | null {
  const { location = '', servesOnlyThere = false } = business.profile ?? {};
  const home = homeOf(location);
  if (home === null) return null;
  const named = [post.title.slice(0, TITLE_READ), post.selftext.slice(0, BODY_READ)].flatMap(namedIn);
  const own = named.find((one) => isInHome(home, one)) ?? null;
  if (own !== null) return there(home, quoteOf(own));
  const unlisted = unlistedIn(home, [post.title.slice(0, TITLE_READ), post.selftext.slice(0, BODY_READ)]);
  if (unlisted !== null) return there(home, unlisted);
  const community = placesOfCommunity(post.community);
  const seen = community.length === 0 ? 'unknown' : placeSeenFrom(home, community);
  if (seen === 'inside') return there(home, null);
  if (!servesOnlyThere) return null;
  const other = named.find((one) => isElsewhere(home, one));
  if (other !== undefined) return elsewhere(home, other.text.slice(other.start, other.end), quoteOf(other));
  return seen === 'elsewhere' ? elsewhere(home, community[0]?.name ?? post.community, null) : null;
}

function there(home: Home, quote: string | null): PlacePart {
  const note = `In or near ${home.label}, where you work`;
  return { name: 'place', category: 'there', points: THERE_POINTS, quote, note };
}

function elsewhere(home: Home, place: string, quote: string | null): PlacePart {
  const note = `In ${place}, and you serve only ${home.label}`;
  return { name: 'place', category: 'elsewhere', points: ELSEWHERE_POINTS, quote, note };
}

const homes = new Map<string, Home | null>();
const mostHomes = 200;

/** Remembered, because a scan asks for every post. */
function homeOf(location: string): Home | null {
  const known = homes.get(location);
  if (known !== undefined) return known;
  if (homes.size >= mostHomes) homes.clear();
  const home = homeIn(location);
  homes.set(location, home);
  return home;
}

function namedIn(text: string): Named[] {
  return mentionsIn(text).map((mention) => ({ ...mention, text, words: sentenceWords(text, mention) }));
}

/** The words of the sentence around a name. "US" is no "us". */
function sentenceWords(text: string, { start, end }: Mention): ReadonlySet<string> {
  const from = Math.max(0, ...[...text.slice(0, start).matchAll(/[.!?]\s|\n/g)].map(({ index }) => index + 1));
  const stop = /[.!?](?=\s|$)|\n/.exec(text.slice(end));
  const sentence = text.slice(from, stop === null ? text.length : end + stop.index + 1).replace(/\bUS\b/g, ' ');
  return new Set([...wordsOf(sentence).map(({ word }) => word), ...(sentence.endsWith('?') ? ['?'] : [])]);
}

function quoteOf({ text, start, end }: Named): string {
  return quoteAround(text, start, end);
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const within = set('in near around outside within across throughout throughout');
const moving = set('moving moved move relocating relocated relocate');
const leaving = set('moving moved move relocating relocated leaving left back fled');
const locating = set('area region suburbs metro based');
const speaker = set('i im we my our me us mine ours');
const asking = set(
  'need needs needed looking searching wanted wanting recommend recommendation recommendations recommended anyone anybody any who where which best find finding seeking seek hire iso suggestions suggest quote help ?',
);
/** Who or what is there instead of the author. */
const others = set(
  'supplier suppliers manufacturer manufacturers factory factories vendor vendors client clients customer customers friend friends sister brother mother mom mum father dad cousin aunt uncle grandmother grandma grandfather daughter son parents inlaws boss colleague colleagues team warehouse headquarters headquartered developer developers freelancer freelancers contractor contractors born grew raised studied visited visiting visit trip vacation holiday holidays honeymoon went college university school flew flying flight conference made shipped imported',
);
/** Directly before "in": a stay or others. */
const stays = set(
  'someone somebody people users office offices day days night nights weekend weekends week weeks month months summer winter made',
);

/** Whether the words before or after a name say that something is there. */
function isLocated({ before, next, followsWord, inBrackets, places, text, end }: Named): boolean {
  const last = before.at(-1) ?? '';
  const previous = before.at(-2) ?? '';
  if (inBrackets) return true;
  if (next !== undefined && locating.has(next.word)) return true;
  if (!followsWord || places.length === 0) return false;
  if (within.has(last)) return true;
  if (last === 'to') return moving.has(previous);
  const isOrigin = last === 'from' && (speaker.has(previous) || previous === 'am' || previous === 'are');
  return isOrigin && !/^['’]s/.test(text.slice(end));
}

/** "Austin said", "Reading Books" and "in reading" name no place. */
function isName(one: Named, isOwn: boolean): boolean {
  const { isCapital, otherMeaning, next, places } = one;
  const isLarge = otherMeaning === null && (places[0]?.people ?? 0) >= LEAST_PEOPLE;
  if (!isCapital) return otherMeaning !== 'word' && isLocated(one) && (isOwn || isLarge);
  if (otherMeaning !== null && !isLocated(one)) return false;
  return next === undefined || !next.isCapital || locating.has(next.word) || next.word === 'i';
}

function isInHome(home: Home, one: Named): boolean {
  if (placeSeenFrom(home, one.places) !== 'inside') return false;
  const isOwn = one.places.some((place) => home.places.includes(place));
  if (!isName(one, isOwn) || isLeft(one)) return false;
  return isOwn || isLocated(one);
}

function isElsewhere(home: Home, one: Named): boolean {
  if (placeSeenFrom(home, one.places) !== 'elsewhere' || !isName(one, false) || !isLocated(one)) return false;
  if (isLeft(one) || isOfOthers(one) || one.otherMeaning === 'word') return false;
  return one.inBrackets || [...one.words].some((word) => speaker.has(word) || asking.has(word));
}

/** "moving from London". */
function isLeft({ before }: Named): boolean {
  const from = before.lastIndexOf('from');
  return from >= 0 && from >= before.length - 2 && before.slice(0, from).some((word) => leaving.has(word));
}

function isOfOthers({ before }: Named): boolean {
  if (before.some((word) => others.has(word)) || stays.has(before.at(-2) ?? '')) return true;
  const line = before.join(' ');
  return /\bused to\b/.test(line) || (/\blived\b/.test(line) && !/\b(?:have|ve|has)\b/.test(line));
}

/** The sentence that names a place that is in no list, as in "in Ilkley". */
function unlistedIn(home: Home, texts: readonly string[]): string | null {
  for (const text of texts) {
    const folded = fold(text);
    for (const name of home.unlisted) {
      const at = [...folded.text.matchAll(/[\p{L}\p{N}]+/gu)].find(
        ({ index }) =>
          folded.text.startsWith(name, index) && !/^[\p{L}\p{N}]/u.test(folded.text.slice(index + name.length)),
      )?.index;
      if (at === undefined) continue;
      const [start, end] = [folded.originOf(at), folded.originOf(at + name.length)];
      if (/^\p{Lu}/u.test(text.slice(start)) || /\b(?:in|near|around)\s$/i.test(text.slice(0, start)))
        return quoteAround(text, start, end);
    }
  }
  return null;
}
