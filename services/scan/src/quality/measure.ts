import type { Scorer, ScorePart } from '../domain/scoring/scorer.ts';
import { leadLabel } from './labelled-sets.ts';
import type { LabelledSet } from './labelled-sets.ts';
import { atThreshold, auc, averagePrecision, mean, ndcg, precisionAt, ranked } from './metrics.ts';
import type { Judged } from './metrics.ts';
import { fitWeights, weighted } from './part-weights.ts';
import type { Example } from './part-weights.ts';

/** Posts with at least this score are close matches in the product (strategy "focused"). */
export const closeMatch = 7;

/** The quality of a ranking; every figure is 0 to 1. */
export interface RankQuality {
  readonly ndcg20: number;
  readonly ap: number;
  readonly auc: number;
  readonly p10: number;
}

/** One business, or the mean of all. `precision` and `recall` are at `closeMatch`; `tokens` and `ms` are per post. */
export interface Quality extends RankQuality {
  readonly precision: number;
  readonly recall: number;
  readonly tokens: number;
  readonly ms: number;
}

export interface Measured {
  readonly key: string;
  readonly posts: number;
  readonly leads: number;
  readonly unscored: number;
  readonly quality: Quality;
  readonly examples: readonly ReadExample[];
  /** Best first; an unscored post has -1. */
  readonly scores: readonly Judged[];
}

interface ReadExample extends Example {
  readonly id: string;
  readonly label: number;
}

/** The clock and the token counter of a measurement. */
export interface Meters {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Tokens used so far; a keyless scorer uses none. */
  readonly tokens: () => number;
}

/** Scores every post of a set, and measures how well the scores rank its leads. Unscored posts rank last. */
export async function measure(set: LabelledSet, scorer: Scorer, meters: Meters): Promise<Measured> {
  const startedAt = meters.now();
  const tokensBefore = meters.tokens();
  const verdicts = await scorer.score(set.business, set.posts);
  const ms = (meters.now() - startedAt) / set.posts.length;
  const tokens = (meters.tokens() - tokensBefore) / set.posts.length;
  const labelOf = (id: string): number => set.labels.get(id) ?? 0;
  const list = ranked(verdicts.map(({ id, score }) => ({ id, label: labelOf(id), score: score ?? -1 })));
  return {
    key: set.key,
    posts: set.posts.length,
    leads: list.filter(({ label }) => label >= leadLabel).length,
    unscored: verdicts.filter(({ score }) => score === null).length,
    quality: { ...rankQuality(list), ...atThreshold(list, closeMatch), tokens, ms },
    examples: verdicts.map(({ id, parts }) => exampleOf(set.key, id, labelOf(id), parts)),
    scores: list,
  };
}

/**
 * The ranking with weights of the parts that were fitted on all other businesses. It estimates the quality for a
 * business that the weights were not tuned for. Needs at least two sets.
 */
export function leaveOneOut(measured: readonly Measured[]): RankQuality {
  const all = measured.flatMap(({ examples }) => examples);
  return meanOf(
    measured.map(({ key, examples }) => {
      const weights = fitWeights(all.filter(({ set }) => set !== key));
      return rankQuality(rankedBy(examples, (example) => weighted(example.parts, weights)));
    }),
  );
}

/** The ranking with weights that were fitted on all businesses, including the measured one, which is too optimistic. */
export function fittedOnAll(measured: readonly Measured[]): RankQuality {
  const weights = fitWeights(measured.flatMap(({ examples }) => examples));
  return meanOf(
    measured.map(({ examples }) => rankQuality(rankedBy(examples, (example) => weighted(example.parts, weights)))),
  );
}

/** The mean over businesses, each with the same weight. */
export function meanQuality(measured: readonly Measured[]): Quality {
  const over = (pick: (quality: Quality) => number) => mean(measured.map(({ quality }) => pick(quality)));
  return {
    ...meanOf(measured.map(({ quality }) => quality)),
    precision: over(({ precision }) => precision),
    recall: over(({ recall }) => recall),
    tokens: over(({ tokens }) => tokens),
    ms: over(({ ms }) => ms),
  };
}

function rankQuality(list: readonly Judged[]): RankQuality {
  return { ndcg20: ndcg(list), ap: averagePrecision(list), auc: auc(list), p10: precisionAt(list) };
}

function meanOf(qualities: readonly RankQuality[]): RankQuality {
  return {
    ndcg20: mean(qualities.map(({ ndcg20 }) => ndcg20)),
    ap: mean(qualities.map(({ ap }) => ap)),
    auc: mean(qualities.map((quality) => quality.auc)),
    p10: mean(qualities.map(({ p10 }) => p10)),
  };
}

function rankedBy(examples: readonly ReadExample[], scoreOf: (example: ReadExample) => number): Judged[] {
  return ranked(examples.map((example) => ({ id: example.id, label: example.label, score: scoreOf(example) })));
}

function exampleOf(set: string, id: string, label: number, parts: readonly ScorePart[]): ReadExample {
  return { set, id, label, parts, isLead: label >= leadLabel };
}
