import { type Matcher, matcherOf } from './matching.ts';
import type { Tokenise } from './text.ts';
import { thesaurus } from './thesaurus.ts';
import type { Business } from './scorer.ts';

/**
 * Words that count as one for a business. `core` words come from its description, `related` ones from the thesaurus,
 * and `audience` words name its customers.
 */
export interface TermGroup {
  readonly weight: number;
  readonly origin: 'core' | 'related' | 'audience';
}

export interface Profile {
  readonly weigh: (stem: string) => number;
  readonly groups: readonly TermGroup[];
  /** Maps a stem, or two stems joined by `_`, to the groups that it belongs to and its strength in each (0 to 1). */
  readonly terms: ReadonlyMap<string, readonly (readonly [group: number, strength: number])[]>;
  /** The first stems of the joined terms. Only pairs of words that begin with one of these are looked up. */
  readonly joined: ReadonlySet<string>;
  /** Matches posts with the texts of the business. */
  readonly match: Matcher;
}

interface Family {
  readonly heads: readonly string[];
  readonly related: readonly string[];
}

export interface Vocabulary {
  readonly families: readonly Family[];
  readonly tokenise: Tokenise;
  readonly weigh: (stem: string) => number;
  /**
   * The weight of a thesaurus word. Unlike `weigh`, it gives full weight to numbers and joined words ("1099",
   * "late_payment").
   */
  readonly weighThesaurusWord: (key: string) => number;
}

/** Reads the families of the thesaurus and stems their words. */
export function readFamilies(tokenise: Tokenise): Family[] {
  const keys = (words: readonly string[]): string[] =>
    words.map((word) => stems(tokenise, word.replaceAll('_', ' ')).join('_'));
  return thesaurus.map(({ heads, related }) => ({ heads: keys(heads), related: keys(related) }));
}

/**
 * What to search for on behalf of a business: the words of its description without its name, each with its thesaurus
 * family. Words that name the audience ("for small business owners") weigh less, because the right person does not
 * always have a need.
 */
function profileOf(business: Business, vocabulary: Vocabulary): Profile {
  const { own, audience } = splitDescription(business.description);
  const { profile } = business;
  const more = profile ? [profile.offer, ...profile.problems, ...profile.alternatives] : [];
  const groups: TermGroup[] = [];
  const terms = new Map<string, [number, number][]>();
  const speak = (key: string, group: number, strength: number): void => {
    const list = terms.get(key) ?? [];
    if (!list.some(([known]) => known === group)) terms.set(key, [...list, [group, strength]]);
  };
  const ownKeys = keysOf([own, ...more].join(' . '), vocabulary.tokenise);
  const audienceKeys = keysOf([audience, profile?.audience ?? ''].join(' . '), vocabulary.tokenise);
  for (const family of vocabulary.families) {
    const called = family.heads.filter((head) => ownKeys.has(head));
    const calledByAudience = called.length === 0 && family.heads.some((head) => audienceKeys.has(head));
    if (called.length === 0 && !calledByAudience) continue;
    const sure = calledByAudience ? 1 : surenessOf(family, called, ownKeys, vocabulary.weighThesaurusWord);
    const core =
      groups.push({ weight: calledByAudience ? 0.4 : sure, origin: calledByAudience ? 'audience' : 'core' }) - 1;
    for (const head of family.heads)
      speak(head, core, ownKeys.has(head) ? 1 : 0.8 * vocabulary.weighThesaurusWord(head));
    if (calledByAudience) continue;
    const related = groups.push({ weight: 0.6 * sure, origin: 'related' }) - 1;
    for (const word of family.related) speak(word, related, vocabulary.weighThesaurusWord(word));
  }
  for (const [keys, factor, origin] of [
    [ownKeys, 1, 'core'],
    [audienceKeys, 0.4, 'audience'],
  ] as const) {
    for (const key of keys) {
      const weight = key.includes('_') ? 0 : vocabulary.weigh(key) * factor;
      if (weight === 0 || terms.get(key)?.some(([group]) => groups[group]?.origin !== 'related')) continue;
      speak(key, groups.push({ weight, origin }) - 1, 1);
    }
  }
  const joined = new Set(
    [...terms.keys()].flatMap((key) => (key.includes('_') ? [key.slice(0, key.indexOf('_'))] : [])),
  );
  const match = matcherOf(business, vocabulary.tokenise, vocabulary.weigh);
  return { groups, terms, joined, weigh: vocabulary.weigh, match };
}

/**
 * How certain it is that the description is about this family: "vetted" alone would match veterinarians, "fix"
 * craftsmen. A generic word counts in full only if the description contains a second word of the family.
 */
function surenessOf(
  family: Family,
  called: readonly string[],
  keys: ReadonlySet<string>,
  weightOf: (key: string) => number,
): number {
  const surest = Math.max(...called.map(weightOf));
  const beside = [...family.heads, ...family.related].filter((word) => keys.has(word) && !called.includes(word));
  return called.length + beside.length > 1 ? 1 : surest;
}

/** Caches the profiles of recent businesses, because a scan asks for the same one hundreds of times. */
export function rememberingProfiles(vocabulary: Vocabulary, limit = 100): (business: Business) => Profile {
  const known = new Map<string, Profile>();
  let last: { readonly business: Business; readonly profile: Profile } | undefined;
  const find = (business: Business): Profile => {
    const key = JSON.stringify([business.description, business.profile]);
    const found = known.get(key);
    if (found) return found;
    if (known.size >= limit) known.clear();
    const profile = profileOf(business, vocabulary);
    known.set(key, profile);
    return profile;
  };
  return (business) => {
    if (last?.business !== business) last = { business, profile: find(business) };
    return last.profile;
  };
}

const NAME = /^\s*[^\s:.,]+(?:\s+[^\s:.,]+){0,3}?\s*(?::|\s(?:is|are)\s)/;
const LISTENERS =
  /\b(?:for\s+[^.,:;()]{3,60}|(?:helps?|helping|connects?)\s+[^.:;()]{3,60}?(?=\s(?:who|that|with|to|on|in|by|choose|find|get|sell|build|learn|save|manage)\b))/gi;
const PEOPLE =
  /\b(?:people|owners?|business|businesses|companies|teams?|students|professionals|couples|parents|families|women|men|kids|adults|studios|agencies|startups|shops|stores|sellers|\w{3,}ers|\w{3,}ists)\b/i;

/**
 * Splits a description into the offer and its audience. The name before a colon or an early "is" is removed, because
 * posts do not mention it. "For" and "help" phrases that name people are the audience.
 */
function splitDescription(description: string): { own: string; audience: string } {
  const audience: string[] = [];
  const own = description.replace(NAME, ' ').replace(LISTENERS, (phrase) => {
    const named = phrase.split(/\s(?:who|that|with|to|on|in|by)\s/)[0] ?? phrase;
    if (!PEOPLE.test(named)) return phrase;
    audience.push(named);
    return ` . ${phrase.slice(named.length)}`;
  });
  return { own, audience: audience.join(' . ') };
}

function keysOf(text: string, tokenise: Tokenise): Set<string> {
  const keys = new Set<string>();
  for (const sentence of text.split(/[.,:;()]/)) {
    const words = stems(tokenise, sentence);
    words.forEach((word, index) => {
      keys.add(word);
      const next = words[index + 1];
      if (next !== undefined) keys.add(`${word}_${next}`);
      const second = words[index + 2];
      // "late payment reminders" also matches "late reminders": one word may be between the two.
      if (second !== undefined) keys.add(`${word}_${second}`);
    });
  }
  return keys;
}

function stems(tokenise: Tokenise, text: string): string[] {
  return tokenise(text).map((token) => token.stem);
}
