import { z } from 'zod';
import json from './learned-weights.json' with { type: 'json' };
import { knownWordings } from './wording.ts';
import type { KnownWordings } from './wording.ts';

const weight = z.number();

/** What is known about a post and a business besides the words, each with its points per unit. */
export const FEATURES = [
  'fit',
  'need',
  'stage',
  'urgency',
  'disqualifiers',
  'about',
  'aboutTitle',
  'coverage',
  'statements',
  'closest',
  'closestThree',
  'alternative',
  'notFor',
  'fitCovered',
  'needCovered',
  'ownProblem',
  'length',
  'firstPerson',
  'you',
  'money',
] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * The points that a post gets for what is known about it, as learned from labelled posts of several businesses by `npm
 * run learn`. `words`: the points of a word or pair, to be divided by the root of the number of known wordings in the
 * post. `start`: the points of a post of which nothing is known.
 */
const file = z.strictObject({
  /** How the file was made. */
  source: z.string(),
  start: weight,
  features: z.record(z.enum(FEATURES), weight),
  words: z.record(z.string(), weight),
});
export type WeightsFile = z.infer<typeof file>;

export interface LearnedWeights extends Pick<WeightsFile, 'start' | 'features'> {
  readonly words: ReadonlyMap<string, number>;
  /** The keys of `words`, as a post is searched for them. */
  readonly known: KnownWordings;
}

/** The weights of a file as the scorer uses them. */
export function weightsIn({ start, features, words }: WeightsFile): LearnedWeights {
  return { start, features, words: new Map(Object.entries(words)), known: knownWordings(Object.keys(words)) };
}

/** The weights of all features. Throws if one is missing. */
export function featureWeights(named: readonly (readonly [Feature, number])[]): WeightsFile['features'] {
  return file.shape.features.parse(Object.fromEntries(named));
}

/** The weights of the product. */
export function productWeights(): LearnedWeights {
  return (product ??= weightsIn(file.parse(json)));
}

let product: LearnedWeights | undefined;
