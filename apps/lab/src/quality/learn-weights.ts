import { FEATURES, featureWeights } from '@earshot/scoring';
import type { Feature, WeightsFile } from '@earshot/scoring';
import { fitLogistic, oddsOf } from './logistic.ts';
import type { LogisticModel, SparseRow } from './logistic.ts';

/** A labelled post as the scorer reads it for its business. */
export interface Example {
  readonly set: string;
  readonly isLead: boolean;
  /** The different words and pairs of words of the post. */
  readonly wordings: readonly string[];
  readonly features: Readonly<Record<Feature, number>>;
}

/** A wording enters with this many posts of this many businesses: others are topics, not a way of writing. */
const LEAST_POSTS = 10;
const LEAST_SETS = 5;
const WORDING_PULL = 0.001;
const FEATURE_PULL = 0.1;
/** Signs of a customer never count against one, whatever few posts suggest. */
const NEVER_AGAINST: ReadonlySet<Feature> = new Set([
  'need',
  'needCovered',
  'ownProblem',
  'stage',
  'urgency',
  'closest',
  'alternative',
]);
/** A feature counts at most this many standard deviations from its mean while learning. */
const MOST_DEVIATIONS = 4;
/**
 * How the log odds become a score: these odds are worth 7.0, and one unit of them 0.73 points. Chosen so that for
 * businesses that were left out three of five posts from 7.0 are leads, and three of five leads have 6.0 or more.
 */
const ODDS_OF_A_CLOSE_MATCH = 1.85;
const CLOSE_MATCH = 7;
const POINTS_PER_ODDS = 0.73;

/**
 * Learns the weights of wordings and features across businesses. The wordings are learned first. Their value for the
 * posts of a business, as one feature beside the others, is learned from wordings that were learned without this
 * business: otherwise it would seem far better than it is for a new one.
 */
export function weightLearner(examples: readonly Example[]) {
  const sets = [...new Set(examples.map(({ set }) => set))].sort();
  const known = new Map<string, WordingModel>();
  const wordingsWithout = (left: readonly string[]): WordingModel => {
    const key = [...new Set(left)].sort().join(' ');
    const model = known.get(key) ?? learnWordings(examples.filter(({ set }) => !left.includes(set)));
    known.set(key, model);
    return model;
  };
  /** The weights learned from all businesses but `left`. */
  return (source: string, left?: string): WeightsFile => {
    const without = left === undefined ? [] : [left];
    const rest = examples.filter(({ set }) => set !== left);
    if (new Set(rest.map(({ set }) => set)).size < 2)
      throw new Error(`two businesses are needed, beside ${sets.join()}`);
    const values = rest.map((example) => [
      wordingsWithout([...without, example.set]).oddsOf(example.wordings),
      ...FEATURES.map((name) => example.features[name]),
    ]);
    return weightsOf(source, wordingsWithout(without), learnFeatures(rest, values));
  };
}

interface WordingModel {
  readonly indexes: ReadonlyMap<string, number>;
  readonly model: LogisticModel;
  oddsOf(wordings: readonly string[]): number;
}

function vocabularyOf(examples: readonly Example[]): string[] {
  const holders = new Map<string, { posts: number; sets: Set<string> }>();
  for (const { set, wordings } of examples) {
    for (const key of wordings) {
      const holder = holders.get(key) ?? { posts: 0, sets: new Set() };
      holder.posts += 1;
      holder.sets.add(set);
      holders.set(key, holder);
    }
  }
  return [...holders]
    .filter(([, { posts, sets }]) => posts >= LEAST_POSTS && sets.size >= LEAST_SETS)
    .map(([key]) => key)
    .sort();
}

function learnWordings(examples: readonly Example[]): WordingModel {
  const vocabulary = vocabularyOf(examples);
  const indexes = new Map(vocabulary.map((key, index) => [key, index]));
  const rowOf = (wordings: readonly string[]): SparseRow => {
    const found = wordings.flatMap((key) => indexes.get(key) ?? []);
    return { indexes: found, values: found.map(() => 1 / Math.sqrt(found.length)) };
  };
  const model = fitLogistic({
    rows: examples.map(({ wordings }) => rowOf(wordings)),
    wanted: examples.map(({ isLead }) => (isLead ? 1 : 0)),
    shares: equalShares(examples),
    size: vocabulary.length,
    pull: WORDING_PULL,
  });
  return { indexes, model, oddsOf: (wordings) => oddsOf(rowOf(wordings), model) };
}

/** Log odds per unit of each value, and the log odds where all are 0. */
function learnFeatures(examples: readonly Example[], values: readonly (readonly number[])[]): LogisticModel {
  const size = FEATURES.length + 1;
  const column = (at: number): number[] => values.map((row) => row[at] ?? 0);
  const all = Array.from({ length: size }, (_, at) => at);
  const means = all.map((at) => mean(column(at)));
  const deviations = all.map((at) => Math.sqrt(mean(column(at).map((value) => (value - (means[at] ?? 0)) ** 2))) || 1);
  const { weights, bias } = fitLogistic({
    rows: values.map((row) => ({
      indexes: all,
      values: row.map((value, at) => {
        const deviation = (value - (means[at] ?? 0)) / (deviations[at] ?? 1);
        return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, deviation));
      }),
    })),
    wanted: examples.map(({ isLead }) => (isLead ? 1 : 0)),
    shares: equalShares(examples),
    size,
    pull: FEATURE_PULL,
  });
  const perUnit = weights.map((weight, at) => weight / (deviations[at] ?? 1));
  return { weights: perUnit, bias: all.reduce((sum, at) => sum - (perUnit[at] ?? 0) * (means[at] ?? 0), bias) };
}

function weightsOf(source: string, wordings: WordingModel, features: LogisticModel): WeightsFile {
  const perWording = POINTS_PER_ODDS * (features.weights[0] ?? 0);
  const words = [...wordings.indexes].map(([key, index]): [string, number] => [
    key,
    thousandths(perWording * (wordings.model.weights[index] ?? 0)),
  ]);
  const named = FEATURES.map((name, at): [Feature, number] => {
    const points = thousandths(POINTS_PER_ODDS * (features.weights[at + 1] ?? 0));
    return [name, NEVER_AGAINST.has(name) ? Math.max(0, points) : points];
  });
  return {
    source,
    start: thousandths(
      CLOSE_MATCH + POINTS_PER_ODDS * (features.bias - ODDS_OF_A_CLOSE_MATCH) + perWording * wordings.model.bias,
    ),
    features: featureWeights(named),
    words: Object.fromEntries(words),
  };
}

/** Businesses weigh the same, and in each the leads weigh as much as the other posts. */
function equalShares(examples: readonly Example[]): number[] {
  const keyOf = ({ set, isLead }: Example) => `${set} ${isLead}`;
  const counts = new Map<string, number>();
  for (const example of examples) counts.set(keyOf(example), (counts.get(keyOf(example)) ?? 0) + 1);
  return examples.map((example) => 1 / (counts.size * (counts.get(keyOf(example)) ?? 1)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
