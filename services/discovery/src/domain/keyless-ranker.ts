import { communityLabel } from '@earshot/sources';
import type { Community } from './catalogue/community.ts';
import { catalogueSource, membersCounted, membersText } from './catalogue/community.ts';
import type { Index, Match } from './rank.ts';
import { indexOf, worthOfCategories } from './rank.ts';
import type { SuggestedCommunity, Suggestions } from './suggestions.ts';
import { fewestSuggestions, mostSuggestions } from './suggestions.ts';

/**
 * Thresholds for BM25 scores. A rare word in the name and the search words scores about 9, a word that many communities
 * share about 4. High: at least two significant words, or one in the name and all other fields, with a score close to
 * the best. Medium: one good word.
 */
const high = { score: 12, ofBest: 0.5 } as const;
const medium = { score: 6.5, ofBest: 0.25 } as const;
/** A match below both limits (a score, and a share of the best score) is only shown to reach `fewestSuggestions`. */
const worthShowing = { score: 3.8, ofBest: 0.3 } as const;
/** The factor for each community of the same category that is already shown. */
const sameAgain = 0.93;
/** The most words that a reason lists. */
const wordsNamed = 4;

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export interface KeylessRanker {
  /** Five to twelve communities for a description. The result is deterministic. */
  suggest(description: string): Suggestions;
}

/** Suggested for descriptions that match no community. */
const generalNames = [
  'Entrepreneur',
  'smallbusiness',
  'startups',
  'growmybusiness',
  'EntrepreneurRideAlong',
  'marketing',
];
/** The product category of a description without a match. */
export const unknownCategory = 'Not recognised';

/** Ranks by the words that description and catalogue share, without a model and without network calls. */
export function keylessRanker(communities: readonly Community[]): KeylessRanker {
  const index = indexOf(communities);
  const general = generalNames.flatMap((name) => communities.find((one) => one.name === name) ?? []);
  return {
    suggest: (description) => {
      const matches = index.search(description);
      const [best] = matches;
      if (best === undefined) return generalSuggestions(general);
      const shown = varied(matches);
      const suggestions = [
        ...shown.map((match) => suggested(match.community, relevanceOf(match, best), reasonOf(match))),
        ...neighbours(index, communities, best, shown),
      ];
      return {
        productCategory: categoryOf(matches),
        targetAudience: audienceOf(shown, best),
        suggestions: suggestions.slice(0, mostSuggestions),
      };
    },
  };
}

function relevanceOf({ score, about }: Match, best: Match): SuggestedCommunity['relevance'] {
  if (about.length > 0 && score >= high.score && score >= high.ofBest * best.score) return 'high';
  return score >= medium.score && score >= medium.ofBest * best.score ? 'medium' : 'low';
}

/** Best first, but with a penalty for several of one category. */
function varied(matches: readonly Match[]): Match[] {
  const least = Math.min(worthShowing.score, worthShowing.ofBest * (matches[0]?.score ?? 0));
  const rest = [...matches];
  const shown: Match[] = [];
  while (rest.length > 0 && shown.length < mostSuggestions) {
    const worth = ({ community, score }: Match) =>
      score * sameAgain ** shown.filter((one) => one.community.category === community.category).length;
    const next = rest.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    if (shown.length >= fewestSuggestions && next.score < least) break;
    shown.push(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return shown.sort((a, b) => b.score - a.score);
}

/**
 * Fills the list up to the minimum: first communities with the subjects of the best one, then large ones of its
 * category.
 */
function neighbours(index: Index, communities: readonly Community[], best: Match, shown: readonly Match[]) {
  const { community } = best;
  const there = new Set(shown.map((match) => match.community.name));
  const close = index
    .search(`${community.words} ${community.audience}`)
    .filter((match) => !there.has(match.community.name))
    .map((match) => ({
      found: match.community,
      reason: `None of your words is a topic here, but it is close to ${communityLabel(catalogueSource, community.name)}: both speak of ${conjunction.format(named([...match.about, ...match.mentioned]))}.`,
    }));
  close.forEach(({ found }) => there.add(found.name));
  const reason = `None of your words is a topic here; it is another large community on ${community.category}.`;
  const large = communities
    .filter((one) => one.category === community.category && !there.has(one.name))
    .sort((a, b) => (b.members ?? 0) - (a.members ?? 0))
    .map((found) => ({ found, reason }));
  return [...close, ...large]
    .slice(0, Math.max(0, fewestSuggestions - shown.length))
    .map((one) => suggested(one.found, 'low', one.reason));
}

function reasonOf({ about, mentioned }: Match): string {
  const main = named(about);
  const others = named(mentioned).slice(0, wordsNamed - main.length);
  if (main.length === 0) return `People there speak of ${conjunction.format(others)}.`;
  const also = others.length === 0 ? '' : `; people there also speak of ${conjunction.format(others)}`;
  return `This community is about ${conjunction.format(main)}${also}.`;
}

/** The words with the highest weight, in quotes. A word that is part of a longer one is omitted. */
function named(words: readonly string[]): string[] {
  const whole = words.filter((word) => !words.some((other) => other !== word && other.split(' ').includes(word)));
  return whole.slice(0, wordsNamed).map((word) => `"${word}"`);
}

function categoryOf(matches: readonly Match[]): string {
  const [first] = [...worthOfCategories(matches)].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? unknownCategory;
}

/** The audience of the best match and of others with a similar score. */
function audienceOf(shown: readonly Match[], best: Match): string {
  const close = shown.filter((match) => match === best || relevanceOf(match, best) !== 'low').slice(0, 3);
  const audiences = [...new Set(close.map(({ community }) => community.audience))];
  return `Most likely found among ${conjunction.format(audiences)}.`;
}

function generalSuggestions(general: readonly Community[]): Suggestions {
  const reason =
    'Your description matches no community that we know of; this is a general place for people who build a business.';
  return {
    productCategory: unknownCategory,
    targetAudience: 'We cannot tell from this description: say who your customers are and which problem you solve.',
    suggestions: general.map((community) => suggested(community, 'low', reason)),
  };
}

/** Presents a community of the catalogue as a suggestion. */
export function suggested(
  { name, category, description, members }: Community,
  relevance: SuggestedCommunity['relevance'],
  reason: string,
): SuggestedCommunity {
  return { name, category, description, members: membersText(members, membersCounted), relevance, reason };
}
