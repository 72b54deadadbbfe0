import { z } from 'zod';
import { WORD_FEATURES } from './features.ts';
import json from './learned-weights.json' with { type: 'json' };
import { MEANING_FEATURES } from './meaning.ts';
import { knownWordings, type KnownWordings } from './wording.ts';

const weight = z.number();

/** Everything that is known about a post and a business. `wording`: how people in need write. */
export const FEATURES = [...WORD_FEATURES, 'wording', ...MEANING_FEATURES] as const;
export type Feature = (typeof FEATURES)[number];

/** The points of each feature. `start`: the points of a post of which nothing is known. */
const model = z.strictObject({
  start: weight,
  features: z.record(z.enum(FEATURES), weight),
  /** Sums of points and the scores that they mean, both rising. Between two of them the score is on a straight line. */
  curve: z.array(z.strictObject({ sum: z.number(), score: z.number().min(0).max(10) })).min(2),
});

/**
 * What was learned from labelled posts of several businesses by `npm run learn`: one model for words alone, and one that knows
 * the meaning too. `wordings`: the log odds of a word or pair, to be divided by the root of the number of known wordings in
 * the post.
 */
const file = z.strictObject({
  /** How the file was made. */
  source: z.string(),
  words: model,
  meaning: model,
  wordings: z.record(z.string(), weight),
});
export type WeightsFile = z.infer<typeof file>;
export type LearnedModel = z.infer<typeof model>;

export interface LearnedWeights extends Pick<WeightsFile, 'words' | 'meaning'> {
  readonly wordings: ReadonlyMap<string, number>;
  /** The keys of `wordings`, as a post is searched for them. */
  readonly known: KnownWordings;
}

/** The weights of a file as the scorer uses them. */
export function weightsIn({ words, meaning, wordings }: WeightsFile): LearnedWeights {
  return { words, meaning, wordings: new Map(Object.entries(wordings)), known: knownWordings(Object.keys(wordings)) };
}

/** The weights of all features. Throws if one is missing. */
export function featureWeights(named: readonly (readonly [Feature, number])[]): LearnedModel['features'] {
  return model.shape.features.parse(Object.fromEntries(named));
}

/** The weights of the product. */
export function productWeights(): LearnedWeights {
  return (product ??= weightsIn(file.parse(json)));
}

let product: LearnedWeights | undefined;
