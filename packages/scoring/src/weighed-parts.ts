import type { Examined } from './examine.ts';
import type { Feature, LearnedModel, LearnedWeights } from './learned-weights.ts';
import { type MeaningFeature, type Nearest, NO_MEANING } from './meaning.ts';
import { quoteOf, tenths } from './parts.ts';
import type { ScorePart } from './scorer.ts';

/** What is known of the meaning of a post. `own` and `other` are known of likely leads only. */
export interface Meaning {
  readonly features: Readonly<Record<MeaningFeature, number>>;
  readonly own: Nearest | null;
  readonly other: Nearest | null;
}

/** Of the points of a post far below every threshold, this share stays, so that their order is still visible. */
const LEAST_SHARE = 0.15;

/**
 * The parts of a keyless score, each with its learned points: the fixed rules, the meaning, and how the post is written. All
 * are scaled alike, so that their sum is the score that the curve gives: the order of the posts stays the same.
 */
export function weighedParts(examined: Examined, weights: LearnedWeights, meaning: Meaning | null): ScorePart[] {
  const model = meaning === null ? weights.words : weights.meaning;
  const features = {
    ...examined.features,
    ...(meaning?.features ?? NO_MEANING),
    wording: wordingOf(examined, weights),
  };
  const value = (...names: Feature[]): number =>
    names.reduce((sum, name) => sum + features[name] * model.features[name], 0);
  const parts = [
    ...rules(examined, model, value, meaning),
    ...profileParts(examined, value, meaning),
    ...wordingPart(value('wording', 'length')),
  ];
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const score = scoreAt(model.curve, sum);
  const share = sum <= 0 ? LEAST_SHARE : Math.max(LEAST_SHARE, score / sum);
  return rounded(parts.map((part) => ({ ...part, points: part.points * share })));
}

/** The score that a sum means. */
function scoreAt(curve: LearnedModel['curve'], sum: number): number {
  const above = curve.findIndex((knot) => knot.sum > sum);
  const [from, to] = above < 0 ? [curve.at(-1), undefined] : [curve[above - 1], curve[above]];
  if (from === undefined || to === undefined) return (from ?? to)?.score ?? 0;
  return from.score + ((to.score - from.score) * (sum - from.sum)) / (to.sum - from.sum);
}

/** Points of one decimal whose sum is that of the given ones: the largest part takes what rounding leaves. */
function rounded(parts: readonly ScorePart[]): ScorePart[] {
  const total = tenths(parts.reduce((sum, { points }) => sum + points, 0));
  const list = parts.map((part) => ({ ...part, points: tenths(part.points) }));
  const left = tenths(total - list.reduce((sum, { points }) => sum + points, 0));
  const largest = list.reduce(
    (best, { points }, at) => (Math.abs(points) > Math.abs(list[best]?.points ?? 0) ? at : best),
    0,
  );
  return list.map((part, at) => (at === largest ? { ...part, points: tenths(part.points + left) } : part));
}

type Value = (...names: Feature[]) => number;

function rules({ ruleParts }: Examined, model: LearnedModel, value: Value, meaning: Meaning | null): ScorePart[] {
  return ruleParts.map((part) => {
    if (part.name === 'fit') return { ...part, points: model.start + fitPoints(value, meaning), ...aboutOf(meaning) };
    if (part.name === 'need') return { ...part, points: value('need', 'needCovered') };
    if (part.name === 'stage') return { ...part, points: value('stage') };
    if (part.name === 'urgency') return { ...part, points: value('urgency') };
    return { ...part, points: part.points * model.features.disqualifiers };
  });
}

function fitPoints(value: Value, meaning: Meaning | null): number {
  const points = value('fit', 'coverage', 'fitCovered', 'toDescription', 'toOffer');
  return isProblem(meaning) ? points : points + value('toProblem');
}

function isProblem(meaning: Meaning | null): boolean {
  return meaning?.own?.statement.kind === 'problem';
}

/** The sentence that comes nearest to the offer, in place of single words of it. */
function aboutOf(meaning: Meaning | null): Pick<ScorePart, 'quote' | 'note'> | undefined {
  const own = meaning?.own;
  if (own?.statement.kind !== 'offer') return undefined;
  return { quote: own.quote, note: nearNote(own, 'Close to what you offer', 'Closest match in what you offer') };
}

/** Names the statement that a sentence of the post comes near to, and claims no more than the distance allows. */
function nearNote({ statement, isSame }: Nearest, same: string, nearest: string): string {
  return `${isSame ? same : nearest}: “${statement.text}”`;
}

function profileParts({ reading, match }: Examined, value: Value, meaning: Meaning | null): ScorePart[] {
  const parts: ScorePart[] = [];
  const own = isProblem(meaning) ? meaning?.own : null;
  if (own) {
    const note = nearNote(own, 'Close to a problem that you solve', 'Closest match among the problems you solve');
    parts.push({ name: 'profile', category: 'problem', points: value('toProblem'), quote: own.quote, note });
  }
  if (match.alternative) {
    const quote = quoteOf(reading, match.alternative);
    const note = 'Names an alternative to you';
    parts.push({ name: 'profile', category: 'alternative', points: value('alternative'), quote, note });
  }
  const points = value('toOthers');
  if (points !== 0) {
    const other = meaning?.other;
    const note = other
      ? nearNote(other, 'Close to whom you do not serve', 'Closest match among those you do not serve')
      : 'Close to whom you do not serve';
    parts.push({ name: 'profile', category: 'not-for', points, quote: other?.quote ?? null, note });
  }
  return parts;
}

/** The log odds of the wordings of a post: how much it is written as people in need write. */
function wordingOf({ writing }: Pick<Examined, 'writing'>, { wordings }: Pick<LearnedWeights, 'wordings'>): number {
  let [sum, known] = [0, 0];
  for (const { key } of writing.wordings) {
    const odds = wordings.get(key);
    if (odds === undefined) continue;
    sum += odds;
    known += 1;
  }
  return sum / Math.sqrt(known || 1);
}

function wordingPart(points: number): ScorePart[] {
  const category = points > 0 ? 'like-a-customer' : 'unlike-a-customer';
  return [{ name: 'wording', category, points, quote: null, note: 'How the post is written' }];
}
