import type { Tokenise } from './text.ts';
import { thesaurus } from './thesaurus.ts';
import type { Business } from './scorer.ts';

/** Words that count as one for a business: `core` ones stand in its description, `related` ones come by the thesaurus. */
export interface TermGroup {
  readonly weight: number;
  readonly origin: 'core' | 'related' | 'audience';
}

export interface Profile {
  readonly weigh: (stem: string) => number;
  readonly groups: readonly TermGroup[];
  /** From a stem, or two joined by `_`, to the groups it speaks for and how strongly (0 to 1). */
  readonly terms: ReadonlyMap<string, readonly (readonly [group: number, strength: number])[]>;
  /** The first halves of joined terms: no other pair of words needs to be looked up. */
  readonly joined: ReadonlySet<string>;
}

interface Family {
  readonly heads: readonly string[];
  readonly related: readonly string[];
}

export interface Vocabulary {
  readonly families: readonly Family[];
  readonly tokenise: Tokenise;
  readonly weigh: (stem: string) => number;
  /** The same for a word of the thesaurus, where figures and joined words ("1099", "late_payment") tell in full. */
  readonly tells: (key: string) => number;
}

/** The thesaurus, stemmed once. */
export function readFamilies(tokenise: Tokenise): Family[] {
  const keys = (words: readonly string[]): string[] =>
    words.map((word) => stems(tokenise, word.replaceAll('_', ' ')).join('_'));
  return thesaurus.map(({ heads, related }) => ({ heads: keys(heads), related: keys(related) }));
}

/**
 * What to look for on behalf of a business: the words of its description without its own name, each with its family of the
 * thesaurus. Words that name the audience ("for small business owners") weigh less: the right person is not yet a need.
 */
function profileOf(business: Business, vocabulary: Vocabulary): Profile {
  const { own, audience } = splitDescription(business.description);
  const groups: TermGroup[] = [];
  const terms = new Map<string, [number, number][]>();
  const speak = (key: string, group: number, strength: number): void => {
    const list = terms.get(key) ?? [];
    if (!list.some(([known]) => known === group)) terms.set(key, [...list, [group, strength]]);
  };
  const ownKeys = keysOf(own, vocabulary.tokenise);
  const audienceKeys = keysOf(audience, vocabulary.tokenise);
  for (const family of vocabulary.families) {
    const called = family.heads.filter((head) => ownKeys.has(head));
    const calledByAudience = called.length === 0 && family.heads.some((head) => audienceKeys.has(head));
    if (called.length === 0 && !calledByAudience) continue;
    const sure = calledByAudience ? 1 : surenessOf(family, called, ownKeys, vocabulary.tells);
    const core =
      groups.push({ weight: calledByAudience ? 0.4 : sure, origin: calledByAudience ? 'audience' : 'core' }) - 1;
    for (const head of family.heads) speak(head, core, ownKeys.has(head) ? 1 : 0.8 * vocabulary.tells(head));
    if (calledByAudience) continue;
    const related = groups.push({ weight: 0.6 * sure, origin: 'related' }) - 1;
    for (const word of family.related) speak(word, related, vocabulary.tells(word));
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
  return { groups, terms, joined, weigh: vocabulary.weigh };
}

/**
 * Whether the description means this family: "vetted" alone calls the veterinarians, "fix" the craftsmen. A word of every trade
 * counts in full only where a second word of the family stands beside it.
 */
function surenessOf(
  family: Family,
  called: readonly string[],
  keys: ReadonlySet<string>,
  tells: (key: string) => number,
): number {
  const surest = Math.max(...called.map(tells));
  const beside = [...family.heads, ...family.related].filter((word) => keys.has(word) && !called.includes(word));
  return called.length + beside.length > 1 ? 1 : surest;
}

/** Profiles of the businesses asked for last: a scan asks for the same one hundreds of times. */
export function rememberingProfiles(vocabulary: Vocabulary, limit = 100): (business: Business) => Profile {
  const known = new Map<string, Profile>();
  return (business) => {
    const found = known.get(business.description);
    if (found) return found;
    if (known.size >= limit) known.clear();
    const profile = profileOf(business, vocabulary);
    known.set(business.description, profile);
    return profile;
  };
}

const NAME = /^\s*[^\s:.,]+(?:\s+[^\s:.,]+){0,3}?\s*(?::|\s(?:is|are)\s)/;
const LISTENERS =
  /\b(?:for\s+[^.,:;()]{3,60}|(?:helps?|helping|connects?)\s+[^.:;()]{3,60}?(?=\s(?:who|that|with|to|on|in|by|choose|find|get|sell|build|learn|save|manage)\b))/gi;
const PEOPLE =
  /\b(?:people|owners?|business|businesses|companies|teams?|students|professionals|couples|parents|families|women|men|kids|adults|studios|agencies|startups|shops|stores|sellers|\w{3,}ers|\w{3,}ists)\b/i;

/**
 * The name before a colon or an early "is" is how the business calls itself, not what people write about; "for" and "help"
 * phrases that name people are its audience.
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
      // "late payment reminders" also speaks of "late reminders": one word may stand between the two.
      if (second !== undefined) keys.add(`${word}_${second}`);
    });
  }
  return keys;
}

function stems(tokenise: Tokenise, text: string): string[] {
  return tokenise(text).map((token) => token.stem);
}
