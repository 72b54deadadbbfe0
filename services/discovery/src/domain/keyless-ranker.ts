import type { Category, Community } from './catalogue/community.ts';
import { membersText } from './catalogue/community.ts';
import { productCategoryOf } from './catalogue/product-category.ts';
import { statedAudience } from './stated-audience.ts';
import type { Match } from './rank.ts';
import { indexOf } from './rank.ts';
import type { SuggestedCommunity, Suggestions } from './suggestions.ts';
import { byRelevance, mostSuggestions } from './suggestions.ts';
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
const mostCandidates = 30;
/** The factor for each community of the same category that is already shown. */
const sameAgain = 0.96;
/** The most words that a reason lists. */
const wordsNamed = 4;

const noAudience = 'We cannot tell from this description: say who your customers are and which problem you solve.';

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export interface KeylessRanker {
  /** The communities from which `suggest` chooses by words. */
  candidates(description: string): Community[];
  /**
   * Up to ten communities for a description, fewer where fewer fit. `nearness` gives the cosine of each candidate by its name;
   * those that are far are left out. The result is deterministic.
   */
  suggest(description: string, nearness?: ReadonlyMap<string, number>): Suggestions;
}

/** Ranks by the words that description and catalogue share, without a model and without network calls. */
export function keylessRanker(communities: readonly Community[]): KeylessRanker {
  const index = indexOf(communities);
  const candidates = (description: string): Match[] => {
    const all = index.search(description);
    const [best] = all;
    return best === undefined ? [] : all.filter((match) => isWorthShowing(match, best)).slice(0, mostCandidates);
  };
  return {
    candidates: (description) => candidates(description).map(({ community }) => community),
    suggest: (description, nearness) => {
      const matches = candidates(description).filter((match) => isNear(match, nearness));
      const [best] = matches;
      const productCategory = productCategoryOf(description, sharesOf(matches));
      const audience = statedAudience(description);
      if (best === undefined) return { productCategory, targetAudience: audience ?? noAudience, suggestions: [] };
      const shown = varied(matches);
      return {
        productCategory,
        targetAudience: audience ?? audienceOf(shown, best),
        suggestions: byRelevance(
          shown.map((match) => suggested(match.community, relevanceOf(match, best), reasonOf(match))),
        ),
      };
    },
  };
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

/** Best first, but with a penalty for several of one category. */
function varied(matches: readonly Match[]): Match[] {
  const rest = [...matches];
  const shown: Match[] = [];
  while (rest.length > 0 && shown.length < mostSuggestions) {
    const worth = ({ community, score }: Match) =>
      score * sameAgain ** shown.filter((one) => one.community.category === community.category).length;
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
function audienceOf(shown: readonly Match[], best: Match): string {
  const close = shown.filter((match) => match === best || relevanceOf(match, best) !== 'low').slice(0, 4);
  const audiences: string[] = [];
  for (const { community } of close) {
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
