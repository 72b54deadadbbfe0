import {
  type Feature,
  FEATURES,
  featureWeights,
  type LearnedModel,
  type WeightsFile,
} from '@earshot/scoring/learned-weights';
import { NO_MEANING } from '@earshot/scoring/meaning';
import { fitLogistic, oddsOf, type SparseRow } from './logistic.ts';

/** A labelled post as the scorer reads it for its business. */
export interface Example {
  readonly set: string;
  readonly isLead: boolean;
  /** The different words and pairs of words of the post. */
  readonly wordings: readonly string[];
  readonly features: Readonly<Record<Exclude<Feature, 'wording'>, number>>;
}

/** A wording enters with this many posts of this many businesses: others are topics, not a way of writing. */
const LEAST_POSTS = 10;
const LEAST_SETS = 5;
const WORDING_PULL = 0.001;
const FEATURE_PULL = 0.1;
/** What speaks for a customer never counts against one, whatever few posts suggest. */
const NEVER_AGAINST: ReadonlySet<Feature> = new Set<Feature>([
  'need',
  'needCovered',
  'stage',
  'urgency',
  'alternative',
  'toDescription',
  'toOffer',
  'toProblem',
]);
/** A feature counts at most this many standard deviations from its mean while learning. */
const MOST_DEVIATIONS = 4;
/** Added to the log odds, so that the sums of nearly all posts are positive: one in 400 is worth 0 points. */
const POINTS_AT_EVEN_ODDS = 6;
/**
 * The scores that a share of the leads reaches. Chosen on D and E, left out, so that of the posts from 8.0 about 70 % are leads
 * and of those from 6.5 about half.
 */
const SHARES_OF_LEADS: readonly (readonly [score: number, share: number])[] = [
  [3, 0.97],
  [5, 0.85],
  [6, 0.7],
  [6.5, 0.5],
  [7, 0.3],
  [8, 0.2],
  [9.5, 0.02],
];

/** The features of each model. */
const MODELS: Readonly<Record<'words' | 'meaning', readonly Feature[]>> = {
  words: FEATURES.filter((name) => !(name in NO_MEANING)),
  meaning: FEATURES,
};

/**
 * Learns the weights of wordings and features across businesses. The wordings are learned first. Their value for the
 * posts of a business, as one feature beside the others, is learned from wordings that were learned without this
 * business: otherwise it would seem far better than it is for a new one. So are the sums that the curves rest on.
 */
export function weightLearner(examples: readonly Example[]) {
  const sets = [...new Set(examples.map(({ set }) => set))].sort();
  const wordings = remembering((left) => learnWordings(examples.filter(({ set }) => !left.includes(set))));
  const model = (which: keyof typeof MODELS) =>
    remembering((left) => {
      const rest = examples.filter(({ set }) => !left.includes(set));
      const odds = (example: Example) => wordings([...left, example.set]).oddsOf(example.wordings);
      return learnFeatures(rest, MODELS[which], odds);
    });
  const models = { words: model('words'), meaning: model('meaning') };
  const curveOf = (which: keyof typeof MODELS, left: readonly string[]): LearnedModel['curve'] => {
    const leads = examples.filter(({ set, isLead }) => isLead && !left.includes(set));
    return curve(
      leads.map((lead) => sumOf(models[which]([lead.set]), lead, wordings([lead.set]).oddsOf(lead.wordings))),
    );
  };
  /** The weights learned from all businesses but `left`. */
  return (source: string, left?: string): WeightsFile => {
    const without = left === undefined ? [] : [left];
    if (sets.length - without.length < 2) throw new Error(`two businesses are needed, beside ${sets.join()}`);
    const learned = (which: keyof typeof MODELS): LearnedModel => ({
      ...models[which](without),
      curve: curveOf(which, without),
    });
    return { source, words: learned('words'), meaning: learned('meaning'), wordings: wordings(without).weights };
  };
}

/** Calls `make` once for each set of businesses that is left out. */
function remembering<T>(make: (left: readonly string[]) => T): (left: readonly string[]) => T {
  const known = new Map<string, T>();
  return (left) => {
    const names = [...new Set(left)].sort();
    const key = names.join(' ');
    const found = known.get(key) ?? make(names);
    known.set(key, found);
    return found;
  };
}

/** The points of a post before the curve. */
function sumOf({ start, features }: Omit<LearnedModel, 'curve'>, example: Example, wording: number): number {
  const values = { ...example.features, wording };
  return FEATURES.reduce((sum, name) => sum + features[name] * values[name], start);
}

/** Where the sums of the leads reach each score. */
function curve(leads: readonly number[]): LearnedModel['curve'] {
  const sorted = leads.toSorted((a, b) => b - a);
  const knots = SHARES_OF_LEADS.map(([score, share]) => ({
    sum: thousandths(sorted[Math.floor(share * (sorted.length - 1))] ?? 0),
    score,
  }));
  const all = [{ sum: 0, score: 0 }, ...knots, { sum: thousandths((knots.at(-1)?.sum ?? 0) + 2), score: 10 }];
  return all.filter(({ sum }, at) => all.slice(0, at).every((earlier) => sum > earlier.sum));
}

interface WordingModel {
  /** The log odds of each wording. */
  readonly weights: WeightsFile['wordings'];
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
  const weights = Object.fromEntries(vocabulary.map((key, at) => [key, thousandths(model.weights[at] ?? 0)]));
  // Without the bias, which belongs to the start of the models.
  return { weights, oddsOf: (wordings) => oddsOf(rowOf(wordings), model) - model.bias };
}

/** The points of each feature and those where all are 0. */
function learnFeatures(
  examples: readonly Example[],
  names: readonly Feature[],
  wordingOf: (example: Example) => number,
): Omit<LearnedModel, 'curve'> {
  const values = examples.map((example) => {
    const known = { ...example.features, wording: wordingOf(example) };
    return names.map((name) => known[name]);
  });
  const column = (at: number): number[] => values.map((row) => row[at] ?? 0);
  const all = names.map((_, at) => at);
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
    size: names.length,
    pull: FEATURE_PULL,
  });
  const points = names.map((name, at) => {
    const weight = thousandths((weights[at] ?? 0) / (deviations[at] ?? 1));
    return NEVER_AGAINST.has(name) ? Math.max(0, weight) : weight;
  });
  const pointsByName = new Map(names.map((name, at) => [name, points[at] ?? 0]));
  return {
    start: thousandths(POINTS_AT_EVEN_ODDS + all.reduce((sum, at) => sum - (points[at] ?? 0) * (means[at] ?? 0), bias)),
    features: featureWeights(FEATURES.map((name) => [name, pointsByName.get(name) ?? 0])),
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
