import { bm25Term, lengthFactor, rarity, topicOf } from '@earshot/text';
import type { Category, Community } from './catalogue/community.ts';
import type { Word } from './text.ts';
import { telling, wordsOf, wordsOfName } from './text.ts';

/** A community that matches words of the description. */
export interface Match {
  readonly community: Community;
  readonly score: number;
  /** The description's significant words in the community's name or audience, the highest weight first. */
  readonly about: readonly string[];
  /** The words that only occur in its other texts. */
  readonly mentioned: readonly string[];
}

export interface Index {
  /** Communities that share a significant word with the description, best first. */
  search(description: string): Match[];
}

/** The weight of a word by field: search words were chosen for searching, while sentences contain words by chance. */
const fieldWeights = { name: 2.5, words: 2, audience: 1.5, description: 1 } as const;
/** BM25's constants: the saturation of repeated words (k1), and the discount for long texts (b). */
const saturation = 1.2;
const lengthShare = 0.4;

interface Entry {
  readonly community: Community;
  /** Weighted frequency by stem. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
  readonly about: ReadonlySet<string>;
  readonly region: string | undefined;
}

/** Factors for the score of a community that only mentions the words, and of one for another country. */
const onlyMentioned = 0.85;
const elsewhere = 0.5;
const regional = /\b(?:uk|canada|australia|japan)\b/;

/** BM25 over weighted fields (BM25F): fields are added before saturation, so that a word in all of them counts once. */
export function indexOf(communities: readonly Community[]): Index {
  const entries = communities.map(entryOf);
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  for (const { frequencies } of entries) {
    for (const stem of frequencies.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  }
  const rarityOf = (stem: string) => rarity(holders.get(stem) ?? 0, entries.length);
  return {
    search: (description) => {
      const query = queryOf(description);
      const found = entries.flatMap((entry) => match(entry, query, rarityOf, meanLength));
      return inAgreement(found).sort((a, b) => b.score - a.score || byMembers(a.community, b.community));
    },
  };
}

/** The share of a score that depends on its category. Agreement of many matches outweighs a coincidental word. */
const agreement = 0.5;

function inAgreement(matches: readonly Match[]): Match[] {
  const worth = worthOfCategories(matches);
  const best = Math.max(...worth.values());
  return matches.map((match) => {
    const share = (worth.get(match.community.category) ?? 0) / best;
    return { ...match, score: match.score * (1 - agreement + agreement * share) };
  });
}

/** The root of the summed squares per category: one good match counts more than several poor ones. */
export function worthOfCategories(matches: readonly Match[]): Map<Category, number> {
  const worth = new Map<Category, number>();
  for (const { community, score } of matches) {
    worth.set(community.category, (worth.get(community.category) ?? 0) + score ** 2);
  }
  return new Map([...worth].map(([category, sum]) => [category, Math.sqrt(sum)]));
}

function byMembers(a: Community, b: Community): number {
  return (b.members ?? 0) - (a.members ?? 0) || (a.name < b.name ? -1 : 1);
}

function entryOf(community: Community): Entry {
  const frequencies = new Map<string, number>();
  let length = 0;
  const add = ({ stem, word }: Word, weight: number) => {
    if (telling(word) === 0) return;
    frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight);
    length += 1;
  };
  for (const word of wordsOfName(community.name)) add(word, fieldWeights.name);
  for (const word of wordsOf(community.words)) add(word, fieldWeights.words);
  for (const word of wordsOf(community.audience)) add(word, fieldWeights.audience);
  for (const word of wordsOf(community.description)) add(word, fieldWeights.description);
  const about = new Set([...wordsOfName(community.name), ...wordsOf(community.audience)].map(({ stem }) => stem));
  return { community, frequencies, length, about, region: regional.exec(community.words)?.[0] };
}

interface QueryWord {
  readonly word: string;
  readonly weight: number;
  readonly isSpecific: boolean;
}

/** Phrases such as "for ..." name the target group; their words count more than the rest of the sentence. */
const addressed = /\b(?:for|helps?|helping|serving|serves?|lets?|connects?)\s+([^.,;:!?()]{3,80})/gi;
const addressedBonus = 1.5;

/**
 * Each stem once, with the first word that has it. Also adds joined pairs of neighbouring words, because names of
 * communities join words.
 */
function queryOf(description: string): Map<string, QueryWord> {
  const forWhom = new Set(
    [...description.matchAll(addressed)].flatMap(([, whom = '']) => wordsOf(whom)).map((w) => w.stem),
  );
  const query = new Map<string, QueryWord>();
  const words = wordsOf(description);
  for (const { stem, word } of words) {
    const weight = telling(word) * (forWhom.has(stem) ? addressedBonus : 1);
    if (weight > 0 && !query.has(stem)) query.set(stem, { word, weight, isSpecific: telling(word) === 1 });
  }
  for (const [at, second] of words.entries()) {
    const first = words[at - 1];
    if (first === undefined || telling(first.word) === 0 || telling(second.word) === 0) continue;
    const pair = topicOf(first.word + second.word);
    if (!query.has(pair)) query.set(pair, { word: `${first.word} ${second.word}`, weight: 1, isSpecific: true });
  }
  return query;
}

function match(
  entry: Entry,
  query: ReadonlyMap<string, QueryWord>,
  rarityOf: (stem: string) => number,
  meanLength: number,
): Match[] {
  const length = lengthFactor(entry.length, meanLength, lengthShare);
  const found: { stem: string; word: string; worth: number; isSpecific: boolean }[] = [];
  for (const [stem, { word, weight, isSpecific }] of query) {
    const frequency = entry.frequencies.get(stem);
    if (frequency === undefined) continue;
    const most = weight * rarityOf(stem) * (saturation + 1);
    found.push({ stem, word, worth: bm25Term({ weight: most, frequency, saturation, length }), isSpecific });
  }
  const specific = found.filter((one) => one.isSpecific).sort((a, b) => b.worth - a.worth);
  if (specific.length === 0) return [];
  const about = specific.filter(({ stem }) => entry.about.has(stem)).map(({ word }) => word);
  const mentioned = specific.filter(({ stem }) => !entry.about.has(stem)).map(({ word }) => word);
  const here = entry.region === undefined || query.has(entry.region);
  const sum = found.reduce((total, { worth }) => total + worth, 0);
  const score = sum * (about.length > 0 ? 1 : onlyMentioned) * (here ? 1 : elsewhere);
  return [{ community: entry.community, score, about, mentioned }];
}
