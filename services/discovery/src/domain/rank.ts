import { bm25Term, lengthFactor, rarity, topicOf } from '@earshot/text';
import type { Category, Community } from './catalogue/community.ts';
import { relatedTo } from './related-words.ts';
import { audienceWords, isAmbiguous, significanceOf, type Word, wordsOf, wordsOfName } from './text.ts';

/** A community that matches words of the description. */
export interface Match {
  readonly community: Community;
  readonly score: number;
  /** The description's significant words in the community's name or audience, the highest weight first. */
  readonly about: readonly string[];
  /** The words that only occur in its other texts. */
  readonly mentioned: readonly string[];
  /** Topics of the community that are related to a word of the description, the highest weight first. */
  readonly related: readonly { readonly word: string; readonly to: string }[];
  /** How many independent words of the description point to it. */
  readonly indications: number;
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
  /** The stems of words that are not of any trade: "budgeting" is specific, "budget" is not. */
  readonly specific: ReadonlySet<string>;
  readonly length: number;
  readonly about: ReadonlySet<string>;
  /** The whole name as one topic: "bookkeep" for r/Bookkeeping. */
  readonly name: string;
  readonly region: string | undefined;
}

/** Factors for the score of a community that only mentions the words, and of one for another country. */
const onlyMentioned = 0.85;
const elsewhere = 0.5;
const regional = /\b(?:uk|usa|canada|australia|japan)\b/;

/**
 * In how many categories a word must occur to be common in the catalogue. Alone it shows no topic: "first", "students"
 * and "firms" are words of many trades, while "dog" is in one.
 */
const commonIn = 6;

/**
 * BM25 over weighted fields (BM25F): fields are added before saturation, so that a word in all of them counts once.
 * `background`: communities that are not searched, but that show which words are rare.
 */
export function indexOf(communities: readonly Community[], background: readonly Community[] = []): Index {
  const searched = communities.map(entryOf);
  const entries = [...searched, ...background.map(entryOf)];
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  const categories = new Map<string, Set<Category>>();
  for (const { frequencies, specific, community } of entries) {
    for (const stem of frequencies.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    for (const stem of specific) categories.set(stem, (categories.get(stem) ?? new Set()).add(community.category));
  }
  const words: Words = {
    rarityOf: (stem) => rarity(holders.get(stem) ?? 0, entries.length),
    isCommon: (stem) => (categories.get(stem)?.size ?? 0) >= commonIn,
  };
  return {
    search: (description) => {
      const query = queryOf(description);
      const found = searched.flatMap((entry) => match(entry, query, words, meanLength));
      return inAgreement(found).sort((a, b) => b.score - a.score || byMembers(a.community, b.community));
    },
  };
}

/** The share of a score that depends on its category. Agreement of many words outweighs a coincidental one. */
const agreement = 0.6;

function inAgreement(matches: readonly Matched[]): Matched[] {
  const evidence = evidenceOfCategories(matches);
  const best = Math.max(...evidence.values());
  return matches.map((one) => {
    const share = (evidence.get(one.community.category) ?? 0) / best;
    return { ...one, score: one.score * (1 - agreement + agreement * share) };
  });
}

/**
 * How much of the description each category covers: the sum over its words, each with its highest worth in the
 * category. Several communities that share one word are no better evidence than one of them.
 */
function evidenceOfCategories(matches: readonly Matched[]): Map<Category, number> {
  const worths = new Map<Category, Map<string, number>>();
  for (const { community, found } of matches) {
    const words = worths.get(community.category) ?? new Map<string, number>();
    for (const { stem, worth } of found) words.set(stem, Math.max(words.get(stem) ?? 0, worth));
    worths.set(community.category, words);
  }
  const sum = (words: Map<string, number>) => [...words.values()].reduce((total, worth) => total + worth, 0);
  return new Map([...worths].map(([category, words]) => [category, sum(words)]));
}

function byMembers(a: Community, b: Community): number {
  return (b.members ?? 0) - (a.members ?? 0) || (a.name < b.name ? -1 : 1);
}

function entryOf(community: Community): Entry {
  const frequencies = new Map<string, number>();
  const specific = new Set<string>();
  let length = 0;
  const add = ({ stem, word }: Word, weight: number) => {
    if (significanceOf(word) === 0) return;
    frequencies.set(stem, (frequencies.get(stem) ?? 0) + weight);
    if (significanceOf(word) === 1) specific.add(stem);
    length += 1;
  };
  for (const word of wordsOfName(community.name)) add(word, fieldWeights.name);
  for (const word of wordsOf(community.words)) add(word, fieldWeights.words);
  for (const word of wordsOf(community.audience)) add(word, fieldWeights.audience);
  for (const word of wordsOf(community.description)) add(word, fieldWeights.description);
  const about = new Set([...wordsOfName(community.name), ...wordsOf(community.audience)].map(({ stem }) => stem));
  const name = topicOf(community.name.toLowerCase());
  return { community, frequencies, specific, length, about, name, region: regional.exec(community.words)?.[0] };
}

interface QueryWord {
  readonly word: string;
  readonly weight: number;
  /**
   * `ambiguous` words count only beside another significant word. `related` words are not from the description but
   * belong to the word `to`, which is. `common` words, and those related to one, are no evidence of a topic.
   */
  readonly kind: 'specific' | 'ambiguous' | 'common' | 'related';
  readonly to?: string;
}

/** The weight of a related word, as a share of the weight of a word of the description. */
const relatedShare = 0.4;

/** The words of the target group count more than the rest of the sentence: its members talk in communities. */
const addressedBonus = 2;

/**
 * Each stem once, with the first word that has it. Also adds joined pairs of neighbouring words and of words with a
 * hyphen, because names of communities join words.
 */
function queryOf(description: string): Map<string, QueryWord> {
  const forWhom = audienceWords(description);
  const query = new Map<string, QueryWord>();
  const words = wordsOf(description);
  for (const { stem, word } of words) {
    const weight = significanceOf(word) * (forWhom.has(stem) && !regional.test(word) ? addressedBonus : 1);
    if (weight > 0 && !query.has(stem)) query.set(stem, { word, weight, kind: kindOf(word) });
  }
  for (const [at, second] of words.entries()) {
    const first = words[at - 1];
    if (first === undefined || significanceOf(first.word) === 0 || significanceOf(second.word) === 0) continue;
    const pair = topicOf(first.word + second.word);
    if (!query.has(pair)) query.set(pair, { word: `${first.word} ${second.word}`, weight: 1, kind: 'specific' });
  }
  for (const [, first = '', second = ''] of description.matchAll(/(?<![a-z])([a-z]+)-([a-z]+)/gi)) {
    const pair = topicOf(first.toLowerCase() + second.toLowerCase());
    if (!query.has(pair)) query.set(pair, { word: `${first} ${second}`.toLowerCase(), weight: 1, kind: 'specific' });
  }
  addRelated(query);
  return query;
}

/** Adds the words that are related to those of the description. */
function addRelated(query: Map<string, QueryWord>): void {
  const own = [...query.values()].sort((a, b) => b.weight - a.weight);
  for (const { word: to, kind } of own) {
    for (const { stem, word } of relatedTo(to)) {
      const weight = relatedShare * Math.max(significanceOf(word), 0.6);
      if (!query.has(stem)) query.set(stem, { word, weight, kind: kind === 'common' ? 'common' : 'related', to });
    }
  }
}

function kindOf(word: string): QueryWord['kind'] {
  if (significanceOf(word) < 1) return 'common';
  return isAmbiguous(word) ? 'ambiguous' : 'specific';
}

/** What the catalogue shows about a word. */
interface Words {
  readonly rarityOf: (stem: string) => number;
  readonly isCommon: (stem: string) => boolean;
}

interface FoundWord extends QueryWord {
  readonly stem: string;
  readonly worth: number;
}

interface Matched extends Match {
  readonly found: readonly FoundWord[];
}

function match(
  entry: Entry,
  query: ReadonlyMap<string, QueryWord>,
  { rarityOf, isCommon }: Words,
  meanLength: number,
): Matched[] {
  const length = lengthFactor(entry.length, meanLength, lengthShare);
  const found: FoundWord[] = [];
  for (const [stem, one] of query) {
    const frequency = entry.frequencies.get(stem);
    if (frequency === undefined) continue;
    const most = one.weight * rarityOf(stem) * (saturation + 1);
    found.push({ ...one, stem, worth: bm25Term({ weight: most, frequency, saturation, length }) });
  }
  const significant = found.filter(isSignificant).sort((a, b) => b.worth - a.worth);
  const isNamed = significant.some(({ stem, kind }) => kind === 'specific' && stem === entry.name);
  if (!isNamed && !isEvidence(significant, isCommon)) return [];
  const own = significant.filter(({ kind }) => kind !== 'related');
  const about = own.filter(({ stem }) => entry.about.has(stem)).map(({ word }) => word);
  const mentioned = own.filter(({ stem }) => !entry.about.has(stem)).map(({ word }) => word);
  const related = significant.flatMap(({ word, to }) => (to === undefined ? [] : [{ word, to }]));
  const here = entry.region === undefined || query.has(entry.region);
  const sum = found.reduce((total, { worth }) => total + worth, 0);
  const score = sum * (about.length > 0 ? 1 : onlyMentioned) * (here ? 1 : elsewhere);
  return [
    {
      community: entry.community,
      score,
      about,
      mentioned,
      related,
      indications: indicationsOf(found, isNamed),
      found,
    },
  ];
}

const isSignificant = ({ kind }: FoundWord) => kind !== 'common';

/**
 * One specific word, two that are common in the catalogue, or related words that agree with each other or with another
 * word of the description.
 */
function isEvidence(significant: readonly FoundWord[], isCommon: Words['isCommon']): boolean {
  const common = new Set(significant.filter(({ stem }) => isCommon(stem)).map(({ word }) => word));
  const isRelated = ({ word, to }: FoundWord) => to !== undefined && significanceOf(word) === 1 && !common.has(to);
  const evidence = significant.filter((one) => !common.has(one.word) && (one.to === undefined || isRelated(one)));
  if (evidence.some(({ kind }) => kind === 'specific')) return true;
  if (significant.filter(({ kind }) => kind === 'specific').length > 1) return true;
  return evidence.some(isRelated) && evidence.length > 1;
}

/**
 * How many independent words point to the community. Common words of the description count as one, and a word that is
 * the community's whole name counts twice.
 */
function indicationsOf(found: readonly FoundWord[], isNamed: boolean): number {
  const significant = found.filter(isSignificant);
  const isOwn = ({ to }: FoundWord) => to === undefined;
  if (!significant.some(isOwn)) return significant.length;
  const commonOnes = found.some((one) => one.kind === 'common' && isOwn(one)) ? 1 : 0;
  return new Set(significant.map(({ word, to }) => to ?? word)).size + commonOnes + (isNamed ? 1 : 0);
}
