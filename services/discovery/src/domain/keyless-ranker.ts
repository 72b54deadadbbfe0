import { type Category, type Community, membersText } from './catalogue/community.ts';
import { productCategoryOf } from './catalogue/product-category.ts';
import { statedAudience } from './stated-audience.ts';
import { indexOf, type Match } from './rank.ts';
import { byRelevance, mostSuggestions, type SuggestedCommunity, type Suggestions } from './suggestions.ts';
import { significanceOf, wordsOf } from './text.ts';

/**
 * Thresholds for BM25 scores. A rare word in the name and the search words scores about 9, a word that many communities
 * share about 4. High: at least two significant words, or one in the name and all other fields, with a score close to
 * the best. Medium: one good word,
 * and for descriptions of many words, whose best score is high, two.
 */
const high = { score: 12, ofBest: 0.5 } as const;
const medium = { score: 6.5, ofBest: 0.4, always: 11.5 } as const;
/**
 * The least score of a suggestion, or the least share of the best score if that is less. A single shared word is often a
 * coincidence, so it must be worth more than several.
 */
const worthShowing = { several: { ofBest: 0.25, score: 6 }, single: { ofBest: 0.5, score: 8 } } as const;
/**
 * The least cosine of a suggestion, and that of one that rests on a single word. Read from 70 descriptions: below them, the
 * words nearly always meant something else.
 */
const near = { several: 0.24, single: 0.28 } as const;
/** Communities that are compared by meaning. */
export const mostCandidates = 30;
/** The factor for each community of the same category that is already shown. */
const sameAgain = 0.96;
/** The most words that a reason lists. */
const wordsNamed = 4;

const noAudience = 'We cannot tell from this description: say who your customers are and which problem you solve.';

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** What a description means. */
export interface Meaning {
  /** The customers that it names; '' if it names none. */
  readonly audience: string;
  readonly productCategory: string;
  /** The cosine of each candidate with the nearest sentence, by its name. */
  readonly nearest: ReadonlyMap<string, number>;
  /** How likely it is that customers are in each candidate, from 0 to 1. */
  readonly likelihood: ReadonlyMap<string, number>;
}

/** The least likelihood of a high and of a medium relevance. */
const likely = { high: 0.8, medium: 0.65 } as const;

export interface KeylessRanker {
  /** The communities from which `suggest` chooses by words. */
  candidates(description: string): Match[];
  /**
   * Up to ten communities for a description, fewer where fewer fit. With `meaning`, those that are far are left out, the
   * relevance is how likely customers are there, and likely ones are always among the ten. The result is deterministic.
   */
  suggest(description: string, meaning?: Meaning): Suggestions;
}

/**
 * Ranks by the words that description and catalogue share, without a model and without network calls. `background` as
 * `indexOf` has it.
 */
export function keylessRanker(communities: readonly Community[], background: readonly Community[] = []): KeylessRanker {
  const index = indexOf(communities, background);
  const candidates = (description: string): Match[] => {
    const all = index.search(description);
    const [best] = all;
    return best === undefined ? [] : all.filter((match) => isWorthShowing(match, best)).slice(0, mostCandidates);
  };
  return {
    candidates,
    suggest: (description, meaning) => {
      const matches = candidates(description).filter((match) => isNear(match, meaning?.nearest));
      const [best] = matches;
      const productCategory = meaning?.productCategory ?? productCategoryOf(description, sharesOf(matches));
      const audience = meaning === undefined ? statedAudience(description) : sentence(meaning.audience);
      if (best === undefined) return { productCategory, targetAudience: audience ?? noAudience, suggestions: [] };
      const relevance = (match: Match) => relevanceIn(match, best, meaning?.likelihood);
      const isLikely = (match: Match) => relevance(match) !== 'low';
      const shown = varied(matches, (match) => meaning !== undefined && isLikely(match));
      const close = shown.filter((match) => isLikely(match) || (match === best && meaning === undefined));
      return {
        productCategory,
        targetAudience: audience ?? audienceOf(close),
        suggestions: byRelevance(shown.map((match) => suggested(match.community, relevance(match), reasonOf(match)))),
      };
    },
  };
}

/** "night nurses" gives "Night nurses.". */
function sentence(audience: string): string | null {
  return audience === '' ? null : `${audience.charAt(0).toUpperCase()}${audience.slice(1)}.`;
}

function relevanceIn(
  match: Match,
  best: Match,
  likelihood: Meaning['likelihood'] | undefined,
): SuggestedCommunity['relevance'] {
  const likelihoodOf = likelihood?.get(match.community.name);
  if (likelihoodOf === undefined) return relevanceOf(match, best);
  return likelihoodOf >= likely.high ? 'high' : likelihoodOf >= likely.medium ? 'medium' : 'low';
}

function relevanceOf({ score, about }: Match, best: Match): SuggestedCommunity['relevance'] {
  if (about.length > 0 && score >= high.score && score >= high.ofBest * best.score) return 'high';
  const least = Math.min(medium.always, medium.ofBest * best.score);
  return score >= Math.max(medium.score, least) ? 'medium' : 'low';
}

function isWorthShowing(match: Match, best: Match): boolean {
  const least = match.indications > 1 ? worthShowing.several : worthShowing.single;
  return match === best || match.score >= Math.min(least.score, least.ofBest * best.score);
}

function isNear({ community, indications }: Match, nearness: ReadonlyMap<string, number> | undefined): boolean {
  const cosine = nearness?.get(community.name);
  return cosine === undefined || cosine >= (indications > 1 ? near.several : near.single);
}

/** Best first, but with a penalty for several of one category. Those that are sure are always among them. */
function varied(matches: readonly Match[], isSure: (match: Match) => boolean): Match[] {
  const shown: Match[] = matches.filter(isSure).slice(0, mostSuggestions);
  const rest = matches.filter((match) => !shown.includes(match));
  while (rest.length > 0 && shown.length < mostSuggestions) {
    const worth = (match: Match) =>
      match.score * sameAgain ** shown.filter((one) => one.community.category === match.community.category).length;
    const next = rest.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    shown.push(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return shown.sort((a, b) => b.score - a.score);
}

function reasonOf({ about, mentioned, related }: Match): string {
  const main = named(about);
  const others = named(mentioned).slice(0, wordsNamed - main.length);
  if (main.length + others.length === 0) {
    const close = new Map(related.map(({ word, to }) => [to, word]));
    const pairs = [...close].slice(0, 2).map(([to, word]) => `"${word}", which is close to your "${to}"`);
    return `People there speak of ${conjunction.format(pairs)}.`;
  }
  if (main.length === 0) return `People there speak of ${conjunction.format(others)}.`;
  const also = others.length === 0 ? '' : `; people there also speak of ${conjunction.format(others)}`;
  return `This community is about ${conjunction.format(main)}${also}.`;
}

/** The words with the highest weight, in quotes. A word that is part of a longer one is omitted. */
function named(words: readonly string[]): string[] {
  const whole = words.filter((word) => !words.some((other) => other !== word && other.split(' ').includes(word)));
  return whole.slice(0, wordsNamed).map((word) => `"${word}"`);
}

/** The share of each category in the scores of the five best matches. */
function sharesOf(matches: readonly Match[]): Map<Category, number> {
  const best = matches.slice(0, 5);
  const sum = best.reduce((total, { score }) => total + score, 0);
  const shares = new Map<Category, number>();
  for (const { community, score } of best) {
    shares.set(community.category, (shares.get(community.category) ?? 0) + score / sum);
  }
  return shares;
}

/** The audiences of the best matches. One that only repeats words of those before it is omitted. */
function audienceOf(close: readonly Match[]): string {
  if (close.length === 0) return noAudience;
  const audiences: string[] = [];
  for (const { community } of close.slice(0, 4)) {
    const words = new Set(topicsOf(audiences.join(' ')));
    if (topicsOf(community.audience).some((topic) => words.has(topic))) continue;
    audiences.push(community.audience);
  }
  return `Most likely found among ${audiences.slice(0, 2).join('; also among ')}.`;
}

function topicsOf(text: string): string[] {
  return wordsOf(text).flatMap(({ stem, word }) => (significanceOf(word) === 1 ? [stem] : []));
}

/** Presents a community of the catalogue as a suggestion. */
export function suggested(
  { name, category, description, members }: Community,
  relevance: SuggestedCommunity['relevance'],
  reason: string,
): SuggestedCommunity {
  return { name, category, description, members: membersText(members), relevance, reason };
}
