import type { Examined } from './examine.ts';
import type { Evidence } from './text.ts';
import type { Feature, LearnedWeights } from './learned-weights.ts';
import { quoteOf, tenths } from './parts.ts';
import type { ScorePart } from './scorer.ts';

/** The start of the second and of the third section of `stretched`. */
const LEADS_FROM = 6;
const CLOSE_FROM = 7;
const HIGHEST = 10;
/** Of the points of a post far below every threshold, at least this share stays. */
const LEAST_SHARE = 0.15;

/**
 * The parts of a keyless score: the fixed rules, the match with the texts of the business and the way of writing, each
 * with its learned points.
 */
export function weighedParts(examined: Examined, weights: LearnedWeights): ScorePart[] {
  const parts = [
    ...weighedRules(examined, weights),
    ...profileParts(examined, weights),
    ...wordingParts(examined, weights),
  ];
  const share = stretchOf(parts.reduce((sum, { points }) => sum + points, 0));
  return parts.map((part) => ({ ...part, points: tenths(part.points * share) }));
}

/**
 * The learned sum tells leads apart between 6 and 7 and changes little elsewhere, so all parts are scaled alike: less
 * than 6 becomes clearly less, and more than 7 uses the room up to 10. The order of the posts stays the same.
 */
function stretchOf(sum: number): number {
  if (sum <= 0) return LEAST_SHARE;
  if (sum < LEADS_FROM) return Math.max(LEAST_SHARE, sum / LEADS_FROM);
  if (sum <= CLOSE_FROM) return 1;
  // Approaches 10 without reaching it, so that the best posts keep their order.
  return (HIGHEST - (HIGHEST - CLOSE_FROM) * Math.exp(CLOSE_FROM - sum)) / sum;
}

function weighedRules({ ruleParts, features }: Examined, weights: LearnedWeights): ScorePart[] {
  const value = (...names: Feature[]): number => valueOf(features, weights, names);
  return ruleParts.map((part) => {
    if (part.name === 'fit')
      return { ...part, points: weights.start + value('fit', 'about', 'aboutTitle', 'coverage', 'fitCovered') };
    if (part.name === 'need') return { ...part, points: value('need', 'needCovered', 'ownProblem') };
    if (part.name === 'stage') return { ...part, points: value('stage') };
    if (part.name === 'urgency') return { ...part, points: value('urgency') };
    return { ...part, points: part.points * weights.features.disqualifiers };
  });
}

function valueOf(features: Examined['features'], weights: LearnedWeights, names: readonly Feature[]): number {
  return names.reduce((sum, name) => sum + features[name] * weights.features[name], 0);
}

function profileParts({ reading, match, features }: Examined, weights: LearnedWeights): ScorePart[] {
  const parts: ScorePart[] = [];
  const add = (category: ProfileCategory, names: readonly Feature[], evidence: Evidence | null, note: string): void => {
    const points = valueOf(features, weights, names);
    if (Math.abs(points) >= 0.05)
      parts.push({ name: 'profile', category, points, quote: evidence && quoteOf(reading, evidence), note });
  };
  const { closest, notFor, alternative } = match;
  add(
    'problem',
    ['statements', 'closest', 'closestThree'],
    closest?.evidence ?? null,
    closest ? `Close to what you solve: “${closest.statement}”` : 'Uses words of what you solve',
  );
  add('alternative', ['alternative'], alternative, 'Names an alternative to you');
  add('not-for', ['notFor'], notFor?.evidence ?? null, `Close to whom you do not serve: “${notFor?.statement ?? ''}”`);
  return parts;
}

type ProfileCategory = Extract<ScorePart, { name: 'profile' }>['category'];

/** A wording of a post and its points. */
interface Counted {
  readonly key: string;
  readonly points: number;
  readonly evidence: Evidence;
}

const STYLES = ['length', 'firstPerson', 'you', 'money'] as const;
/** Words named in a note. */
const NAMED = 3;

/** One part for the wordings of people in need, and one for those of others. */
function wordingParts({ reading, writing, features }: Examined, weights: LearnedWeights): ScorePart[] {
  const sides = { for: sideOf(1), against: sideOf(-1) };
  let known = 0;
  for (const { key, evidence } of writing.wordings) {
    const points = weights.words.get(key);
    if (points === undefined) continue;
    known += 1;
    (points > 0 ? sides.for : sides.against).add(key, points, evidence);
  }
  for (const name of STYLES) {
    const points = valueOf(features, weights, [name]);
    (points > 0 ? sides.for : sides.against).addStyle(points);
  }
  return [sides.for, sides.against].flatMap((side): ScorePart[] => {
    const points = side.points(known);
    const strongest = side.strongest();
    if (Math.abs(points) < 0.05) return [];
    const [first] = strongest;
    const words = strongest.map(({ key }) => `“${key}”`).join(', ');
    const isFor = side === sides.for;
    return [
      {
        name: 'wording',
        category: isFor ? 'like-a-customer' : 'unlike-a-customer',
        points,
        quote: first ? quoteOf(reading, first.evidence) : null,
        note: `Written ${isFor ? 'as' : 'unlike how'} people in need write${words === '' ? '' : `: ${words}`}`,
      },
    ];
  });
}

/** Sums up the wordings of one sign and keeps the strongest, without a list of all. */
function sideOf(sign: 1 | -1) {
  let [words, styles] = [0, 0];
  const strongest: Counted[] = [];
  return {
    add: (key: string, points: number, evidence: Evidence): void => {
      words += points;
      let at = strongest.length;
      while (at > 0 && (strongest[at - 1]?.points ?? 0) * sign < points * sign) at -= 1;
      if (at >= NAMED) return;
      strongest.splice(at, 0, { key, points, evidence });
      if (strongest.length > NAMED) strongest.pop();
    },
    addStyle: (points: number): void => void (styles += points),
    points: (known: number): number => words / Math.sqrt(known || 1) + styles,
    strongest: (): readonly Counted[] => strongest,
  };
}
