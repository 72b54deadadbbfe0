import { z } from 'zod';
import type { Match } from './rank.ts';
import json from './fit-weights.json' with { type: 'json' };
import { significanceOf, wordsOf, wordsOfName } from './text.ts';

/** The names of the features. A new one needs a weight in the file, 0 for instance, before the weights can be learned. */
export const featureNames = [
  'score',
  'share',
  'several',
  'whole',
  'offer',
  'audience',
  'noAudience',
  'first',
  'offerWords',
  'audienceNamed',
  'audienceWords',
  'firstWords',
  'wholeBehind',
  'offerBehind',
  'audienceNamedNear',
  'offerNamedNear',
] as const;
export type Features = Readonly<Record<(typeof featureNames)[number], number>>;

/**
 * A logistic regression, learned from 120 descriptions of our own, for which we wrote down the communities where their
 * customers are (`npm run lab -- communities`), for the cosines of one version of the encoder.
 */
const { encoder, bias, weights } = z
  .strictObject({ encoder: z.string(), bias: z.number(), weights: z.record(z.enum(featureNames), z.number()) })
  .parse(json);
/** The version of the encoder for which the weights were learned. */
export const fitLearnedFor = encoder;

/** The parts of a description that say what is offered and to whom, '' where it does not say so. */
export interface DescribedParts {
  readonly offer: string;
  readonly audience: string;
  readonly first: string;
}

/** The cosines of a community with the description and its parts. `audience` is null if the description names none. */
export interface Cosines {
  readonly whole: number;
  readonly offer: number;
  readonly audience: number | null;
  readonly first: number;
}

/** How likely it is that customers are in each community, from 0 to 1, by its name. */
export function likelihoods(...compared: Parameters<typeof featuresByName>): ReadonlyMap<string, number> {
  return new Map(
    [...featuresByName(...compared)].map(([name, features]) => {
      const odds = featureNames.reduce((sum, feature) => sum + features[feature] * weights[feature], bias);
      return [name, 1 / (1 + Math.exp(-odds))];
    }),
  );
}

/** What the likelihood of each community rests on, by its name. */
export function featuresByName(
  parts: DescribedParts,
  matches: readonly Match[],
  cosines: ReadonlyMap<string, Cosines>,
): ReadonlyMap<string, Features> {
  const all = [...cosines.values()];
  const nearest = {
    whole: Math.max(...all.map(({ whole }) => whole)),
    offer: Math.max(...all.map(({ offer }) => offer)),
    score: Math.max(...matches.map(({ score }) => score)),
  };
  const words = { offer: topicsOf(parts.offer), audience: topicsOf(parts.audience), first: topicsOf(parts.first) };
  return new Map(
    matches.flatMap((match) => {
      const near = cosines.get(match.community.name);
      if (near === undefined) return [];
      return [[match.community.name, featuresOf({ match, near, nearest, words })] as const];
    }),
  );
}

interface Compared {
  readonly match: Match;
  readonly near: Cosines;
  readonly nearest: { readonly whole: number; readonly offer: number; readonly score: number };
  readonly words: Readonly<Record<'offer' | 'audience' | 'first', ReadonlySet<string>>>;
}

function featuresOf({ match, near, nearest, words }: Compared): Features {
  const { name, audience, words: about } = match.community;
  const naming = new Set([...wordsOfName(name), ...wordsOf(audience)].filter(isTopic).map(({ stem }) => stem));
  const all = new Set([...naming, ...topicsOf(about)]);
  const shared = (own: ReadonlySet<string>, others: ReadonlySet<string>, most: number) =>
    Math.min(most, [...own].filter((word) => others.has(word)).length) / 2;
  const isAudienceNamed = shared(words.audience, naming, 2) > 0;
  const isOfferNamed = shared(words.offer, naming, 2) > 0;
  const toAudience = Math.max(0, near.audience ?? 0);
  return {
    score: Math.log1p(match.score) / 3.5,
    share: match.score / nearest.score,
    several: match.indications > 1 ? 1 : 0,
    whole: near.whole * 2,
    offer: near.offer * 2,
    audience: toAudience * 2,
    noAudience: near.audience === null ? 1 : 0,
    first: near.first * 2,
    offerWords: shared(words.offer, all, 3),
    audienceNamed: isAudienceNamed ? 1 : 0,
    audienceWords: shared(words.audience, all, 2),
    firstWords: shared(words.first, all, 3),
    wholeBehind: (near.whole - nearest.whole) * 3,
    offerBehind: (near.offer - nearest.offer) * 3,
    audienceNamedNear: isAudienceNamed ? toAudience * 2 : 0,
    offerNamedNear: isOfferNamed ? near.offer * 2 : 0,
  };
}

const isTopic = ({ word }: { word: string }) => significanceOf(word) === 1;

function topicsOf(text: string): Set<string> {
  return new Set(wordsOf(text).flatMap((one) => (isTopic(one) ? [one.stem] : [])));
}
