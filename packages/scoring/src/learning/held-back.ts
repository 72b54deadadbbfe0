import type { Label } from './label.ts';
import { isWanted } from './label.ts';
import { learn, newestFirst } from './learn.ts';
import { learnedParts } from './personal-scorer.ts';
import { scoreOf } from '../scorer.ts';

/** How well learned adjustments rank wanted posts above unwanted ones, measured on labels that they were not learned from. */
export interface HeldBack {
  readonly labels: number;
  /** AUC, 0 to 1: how often a wanted post ranks above an unwanted one; equal scores count half. */
  readonly before: number;
  readonly after: number;
  /** Whether the gain is large enough, statistically significant, and not negative for the newest labels. */
  readonly isBetter: boolean;
}

/** Number of folds of the cross-validation. */
const folds = 8;
/** A smaller gain is not worth the change. */
const leastGain = 0.01;
/** Standard errors by which a gain must exceed 0. By chance it does so once in forty times. */
const standardErrors = 1.96;

interface Judged {
  readonly wanted: boolean;
  readonly before: number;
  readonly after: number;
}

/**
 * Cross-validates learning: each eighth of the labels is ranked with the adjustments learned from the other seven
 * eighths. Null if there are fewer than two wanted or two unwanted labels. Deterministic: the labels are sorted newest
 * first, and wanted and unwanted ones are assigned to the folds in turn.
 */
export function evaluate(labels: readonly Label[]): HeldBack | null {
  const sorted = newestFirst(labels);
  const kinds = [sorted.filter(isWanted), sorted.filter((label) => !isWanted(label))];
  if (kinds.some((kind) => kind.length < 2)) return null;
  const foldOf = new Map(kinds.flatMap((kind) => kind.map((label, at): [Label, number] => [label, at % folds])));
  const taught = Array.from({ length: folds }, (_, fold) =>
    learn(sorted.filter((label) => foldOf.get(label) !== fold)),
  );
  const judged = sorted.map((label): Judged => {
    const own = label.parts.filter(({ name }) => name !== 'learned');
    const learned = learnedParts(own, taught[foldOf.get(label) ?? 0] ?? []);
    return { wanted: isWanted(label), before: scoreOf(own), after: scoreOf([...own, ...learned]) };
  });
  const all = gainOf(judged);
  const newest = gainOf(judged.slice(0, Math.ceil(judged.length / 3)));
  const isBetter = all.gain >= leastGain && all.gain > standardErrors * all.error && !(newest.gain < 0);
  return { labels: labels.length, before: all.before, after: all.after, isBetter };
}

interface Gain {
  readonly before: number;
  readonly after: number;
  readonly gain: number;
  /** The standard error of `gain`, with the posts as a random sample (DeLong, DeLong and Clarke-Pearson 1988). */
  readonly error: number;
}

/** All values are NaN if there are no wanted or no unwanted posts. */
function gainOf(judged: readonly Judged[]): Gain {
  const wanted = judged.filter((one) => one.wanted);
  const others = judged.filter((one) => !one.wanted);
  const share = (one: Judged, against: readonly Judged[], pick: (judged: Judged) => number) =>
    mean(against.map((other) => (Math.sign(pick(one) - pick(other)) + 1) / 2));
  const before = (one: Judged) => one.before;
  const after = (one: Judged) => one.after;
  const gains = (some: readonly Judged[], against: readonly Judged[]) =>
    some.map((one) => share(one, against, after) - share(one, against, before));
  const error = Math.sqrt(
    variance(gains(wanted, others)) / wanted.length + variance(gains(others, wanted)) / others.length,
  );
  const [from, to] = [
    mean(wanted.map((one) => share(one, others, before))),
    mean(wanted.map((one) => share(one, others, after))),
  ];
  return { before: from, after: to, gain: to - from, error };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample variance. */
function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1);
}
