import type { Scorer } from '@earshot/scoring';
import { type LabelledSet, leadLabel } from './labelled-sets.ts';
import { atThreshold, auc, averagePrecision, type Judged, mean, ndcg, precisionAt, ranked } from './metrics.ts';

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
  /** Best first; an unscored post has -1. */
  readonly scores: readonly Judged[];
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
    scores: list,
  };
}

/** The mean over businesses, each with the same weight. */
export function meanQuality(measured: readonly Measured[]): Quality {
  const over = (pick: (quality: Quality) => number) => mean(measured.map(({ quality }) => pick(quality)));
  return {
    ...meanRank(measured.map(({ quality }) => quality)),
    precision: over(({ precision }) => precision),
    recall: over(({ recall }) => recall),
    tokens: over(({ tokens }) => tokens),
    ms: over(({ ms }) => ms),
  };
}

/** The quality of a ranking. */
export function rankQuality(list: readonly Judged[]): RankQuality {
  return { ndcg20: ndcg(list), ap: averagePrecision(list), auc: auc(list), p10: precisionAt(list) };
}

/** The mean over rankings, each with the same weight. */
export function meanRank(qualities: readonly RankQuality[]): RankQuality {
  return {
    ndcg20: mean(qualities.map(({ ndcg20 }) => ndcg20)),
    ap: mean(qualities.map(({ ap }) => ap)),
    auc: mean(qualities.map((quality) => quality.auc)),
    p10: mean(qualities.map(({ p10 }) => p10)),
  };
}
