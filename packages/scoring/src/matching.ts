import { bm25Term, lengthFactor, lower } from '@earshot/text';
import type { Business } from './scorer.ts';
import type { Evidence, Token, Tokenise } from './text.ts';
import type { WordStatistics } from './word-statistics.ts';

/** A statement of the business, and the sentence of the post that comes closest to it. */
export interface Closest {
  /** 0 to 1: the share of the statement that the sentence covers in the same or in similar words. */
  readonly share: number;
  readonly statement: string;
  readonly evidence: Evidence;
}

/** How a post matches what the business says about itself. Sums are logarithms, so that long posts do not win. */
export interface Match {
  /** BM25 of all texts of the business, for the post and for its title alone. */
  readonly about: number;
  readonly aboutTitle: number;
  /** 0 to 1: the share of the texts of the business that the post covers in the same or in similar words. */
  readonly coverage: number;
  /** BM25 of the statements. */
  readonly statements: number;
  readonly closest: Closest | null;
  /** The mean share of the three closest statements. */
  readonly closestThree: number;
  /** The closest kind of people that the business does not serve. */
  readonly notFor: Closest | null;
  /** An alternative to the business that the post names. */
  readonly alternative: Evidence | null;
}

interface PostText {
  readonly title: string;
  readonly body: string;
  readonly tokens: { readonly title: readonly Token[]; readonly selftext: readonly Token[] };
}

export type Matcher = (post: PostText) => Match;

/** BM25's k1 and b, the average length in tokens, and the weight of a title word in body words. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const USUAL_TOKENS = 130;
const TITLE_WEIGHT = 2.5;
/** Words used less alike than this do not paraphrase each other. */
const LEAST_LIKENESS = 0.6;
/** So many of the closest statements count. */
const CLOSEST = 3;

interface Statement {
  readonly text: string;
  readonly terms: readonly number[];
  /** What covering all of its terms counts. */
  readonly size: number;
}

interface Terms {
  readonly indexes: ReadonlyMap<string, number>;
  readonly rarities: readonly number[];
  readonly information: readonly number[];
  /** The terms that a word paraphrases. */
  alike(stem: string): readonly Alike[];
}

/** A term that a word paraphrases, and the square of their likeness. */
interface Alike {
  readonly term: number;
  readonly strength: number;
}

/**
 * Matches posts with the texts of one business: description, offer, audience, problems, alternatives and whom it does
 * not serve. Words used alike count as paraphrases. The statements are the problems; where there are fewer than
 * three, the clauses of the description too.
 */
export function matcherOf(business: Business, tokenise: Tokenise, statistics: WordStatistics): Matcher {
  const { description, profile } = business;
  const stems = (text: string): string[] => tokenise(text).map(({ stem }) => stem);
  const problems = profile?.problems ?? [];
  const about = [
    description,
    ...(profile ? [profile.offer, profile.audience, ...problems, ...profile.alternatives] : []),
  ].flatMap(stems);
  // One problem that was read from the description must not make it count less than the description alone.
  const said = problems.length < CLOSEST ? [...problems, ...clausesOf(description)] : problems;
  const others = profile?.notFor ?? [];
  const terms = termsOf([...about, ...others.flatMap(stems)], statistics);
  const indexesOf = (words: readonly string[]): number[] =>
    [...new Set(words)].flatMap((word) => terms.indexes.get(word) ?? []);
  const statement = (text: string): Statement => {
    const list = indexesOf(stems(text));
    return { text, terms: list, size: sumOf(list, terms.rarities) || 1 };
  };
  const usable = (texts: readonly string[]): Statement[] => texts.map(statement).filter((one) => one.terms.length > 0);
  return postMatcher(terms, {
    about: indexesOf(about),
    statements: usable(said),
    notFor: usable(others),
    alternatives: (profile?.alternatives ?? []).map((name) => lower(name)).filter((name) => name.length > 2),
  });
}

/** The clauses of a text, without the conjunctions between them. */
function clausesOf(text: string): string[] {
  return text.split(/[.;:,]\s|\s(?:and|or)\s/).map((clause) => clause.trim());
}

function termsOf(words: readonly string[], statistics: WordStatistics): Terms {
  const stems = [...new Set(words)].filter((word) => statistics.rarity(word) > 0);
  const known = new Map<string, readonly Alike[]>();
  return {
    indexes: new Map(stems.map((stem, index) => [stem, index])),
    rarities: stems.map((stem) => statistics.rarity(stem)),
    information: stems.map((stem) => statistics.informationOf(stem)),
    alike: (stem) => {
      const found = known.get(stem);
      if (found) return found;
      const alike = stems.flatMap((one, term): Alike[] => {
        const likeness = statistics.likeness(one, stem);
        return likeness >= LEAST_LIKENESS ? [{ term, strength: likeness * likeness }] : [];
      });
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(stem, alike);
      return alike;
    },
  };
}

/** Number of words whose paraphrases are remembered for a business. */
const MOST_KNOWN = 10_000;

interface Wanted {
  readonly about: readonly number[];
  readonly statements: readonly Statement[];
  readonly notFor: readonly Statement[];
  readonly alternatives: readonly string[];
}

function postMatcher(terms: Terms, { about, statements, notFor, alternatives }: Wanted): Matcher {
  const stated = [...new Set(statements.flatMap((statement) => statement.terms))];
  const { rarities } = terms;
  const whole = sumOf(about, rarities) || 1;
  return ({ title, body, tokens }) => {
    const counts = { title: countsOf(terms, tokens.title), body: countsOf(terms, tokens.selftext) };
    const best = new Float64Array(rarities.length);
    const covered = new Float64Array(rarities.length);
    const found: [Closest[], Closest[]] = [[], []];
    for (const sentence of sentencesOf(body, tokens)) {
      cover(covered.fill(0), best, terms, sentence.tokens);
      keepClosest(found[0], statements, sentence.evidence, (list) => sumOf(list, rarities, covered));
      keepClosest(found[1], notFor, sentence.evidence, (list) => sumOf(list, rarities, covered));
    }
    const length = lengthFactor(tokens.title.length + tokens.selftext.length, USUAL_TOKENS, LENGTH_SHARE);
    const titleLength = lengthFactor(tokens.title.length, USUAL_TOKENS, LENGTH_SHARE);
    const frequency = (term: number): number =>
      (counts.body.get(term) ?? 0) + TITLE_WEIGHT * (counts.title.get(term) ?? 0);
    const inTitle = (term: number): number => TITLE_WEIGHT * (counts.title.get(term) ?? 0);
    const shares = found[0].map(({ share }) => share).sort((a, b) => b - a);
    return {
      about: bm25(terms, about, frequency, length),
      aboutTitle: bm25(terms, about, inTitle, titleLength),
      coverage: sumOf(about, rarities, best) / whole,
      statements: bm25(terms, stated, frequency, length),
      closest: closestOf(found[0]),
      closestThree: shares.slice(0, CLOSEST).reduce((sum, share) => sum + share, 0) / CLOSEST,
      notFor: closestOf(found[1]),
      alternative: namedIn(title, body, alternatives),
    };
  };
}

function sumOf(list: readonly number[], weights: readonly number[], factors?: Float64Array): number {
  let sum = 0;
  for (const index of list) sum += (weights[index] ?? 0) * (factors ? (factors[index] ?? 0) : 1);
  return sum;
}

function countsOf(terms: Terms, tokens: readonly Token[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { stem } of tokens) {
    const term = terms.indexes.get(stem);
    if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function bm25(terms: Terms, list: readonly number[], frequencyOf: (term: number) => number, length: number): number {
  let sum = 0;
  for (const term of list) {
    const frequency = frequencyOf(term);
    if (frequency === 0) continue;
    const weight = (terms.information[term] ?? 0) * (SATURATION + 1);
    sum += bm25Term({ weight, frequency, saturation: SATURATION, length });
  }
  return Math.log1p(sum);
}

/** Notes for each term how closely a word of the sentence comes to it, and the best of all sentences so far. */
function cover(covered: Float64Array, best: Float64Array, terms: Terms, tokens: readonly Token[]): void {
  for (const { stem } of tokens) {
    for (const { term, strength } of terms.alike(stem)) {
      if (strength > (covered[term] ?? 0)) covered[term] = strength;
      if (strength > (best[term] ?? 0)) best[term] = strength;
    }
  }
}

/** Keeps for each statement the closest sentence so far. */
function keepClosest(
  found: Closest[],
  statements: readonly Statement[],
  evidence: Evidence,
  coveredOf: (list: readonly number[]) => number,
): void {
  statements.forEach(({ text, terms, size }, at) => {
    const share = coveredOf(terms) / size;
    if (share > (found[at]?.share ?? -1)) found[at] = { share, statement: text, evidence };
  });
}

function closestOf(found: readonly Closest[]): Closest | null {
  return found.reduce<Closest | null>((best, one) => (one.share > (best?.share ?? 0) ? one : best), null);
}

interface Sentence {
  readonly tokens: readonly Token[];
  readonly evidence: Evidence;
}

/** The title, and the sentences of the body that have at least two words. */
function sentencesOf(body: string, tokens: PostText['tokens']): Sentence[] {
  const sentences: Sentence[] = [];
  const add = (field: Evidence['field'], list: readonly Token[]): void => {
    const [first] = list;
    const last = list.at(-1);
    if (first && last && last !== first)
      sentences.push({ tokens: list, evidence: { field, start: first.start, end: last.end } });
  };
  add('title', tokens.title);
  let from = 0;
  tokens.selftext.forEach((token, at) => {
    const next = tokens.selftext[at + 1];
    if (next && !/[.!?]\s|\n/.test(body.slice(token.end, next.start))) return;
    add('selftext', tokens.selftext.slice(from, at + 1));
    from = at + 1;
  });
  return sentences;
}

/** The first alternative that the post names, the title before the body. */
function namedIn(title: string, body: string, names: readonly string[]): Evidence | null {
  for (const [field, text] of [
    ['title', title],
    ['selftext', body],
  ] as const) {
    const lowered = lower(text);
    for (const name of names) {
      const start = wordAt(lowered, name);
      if (start >= 0) return { field, start, end: start + name.length };
    }
  }
  return null;
}

/** Where `name` stands in the text as a word of its own, or -1. */
function wordAt(text: string, name: string): number {
  const isPart = (at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isPart(at - 1) && !isPart(at + name.length)) return at;
  return -1;
}
