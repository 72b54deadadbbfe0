import type { PartName, ScorePart } from '../domain/scoring/scorer.ts';

/** The parts that a scorer gives; what was learned from a user is no business's. */
type Weighed = Exclude<PartName, 'learned'>;

/** How much the points of each part count. The product's own are all 1: they stand in the points already. */
export type PartWeights = Readonly<Record<Weighed, number>>;

/** A post's parts, whether it is a lead, and the business it was read for. */
export interface Example {
  readonly set: string;
  readonly parts: readonly ScorePart[];
  readonly isLead: boolean;
}

const names: readonly Weighed[] = ['fit', 'need', 'stage', 'urgency', 'disqualifier'];
/** About the largest points of each part, so that all features are of one size. */
const scales: PartWeights = { fit: 4.6, need: 4, stage: 1.8, urgency: 0.5, disqualifier: 4 };
const steps = 400;
const stepSize = 0.3;
/** Pulls weights towards 1, the product's own: seven businesses are few. Chosen before anything was measured. */
const pull = 0.01;

/** The sum of the parts under other weights; only its order means anything. */
export function weighted(parts: readonly ScorePart[], weights: PartWeights): number {
  return parts.reduce((sum, { name, points }) => sum + (name === 'learned' ? 0 : points * weights[name]), 0);
}

/**
 * Weights that tell leads from others, by logistic regression (gradient descent, deterministic). Each business counts alike,
 * and in each its leads as much as all its others.
 */
export function fitWeights(examples: readonly Example[]): PartWeights {
  const shareOf = equalShares(examples);
  const rows = examples.map((example) => ({
    features: names.map((name) => pointsOf(example.parts, name) / scales[name]),
    wanted: example.isLead ? 1 : 0,
    share: shareOf(example),
  }));
  const own = names.map((name) => scales[name] / 2);
  let weights = own;
  let bias = 0;
  for (let step = 0; step < steps; step += 1) {
    const slopes = names.map(() => 0);
    let biasSlope = 0;
    for (const { features, wanted, share } of rows) {
      const sum = features.reduce((total, feature, at) => total + feature * (weights[at] ?? 0), bias);
      const wrong = (1 / (1 + Math.exp(-sum)) - wanted) * share;
      biasSlope += wrong;
      features.forEach((feature, at) => (slopes[at] = (slopes[at] ?? 0) + wrong * feature));
    }
    weights = weights.map((weight, at) => {
      const towardsOwn = pull * (weight - (own[at] ?? 0));
      return weight - stepSize * ((slopes[at] ?? 0) + towardsOwn);
    });
    bias -= stepSize * biasSlope;
  }
  const of = (name: Weighed): number => (2 * (weights[names.indexOf(name)] ?? 0)) / scales[name];
  return {
    fit: of('fit'),
    need: of('need'),
    stage: of('stage'),
    urgency: of('urgency'),
    disqualifier: of('disqualifier'),
  };
}

function pointsOf(parts: readonly ScorePart[], name: Weighed): number {
  return parts.filter((part) => part.name === name).reduce((sum, { points }) => sum + points, 0);
}

/** Each business alike, and its leads as much as its others. */
function equalShares(examples: readonly Example[]): (example: Example) => number {
  const keyOf = ({ set, isLead }: Example) => `${set} ${isLead}`;
  const counts = new Map<string, number>();
  for (const example of examples) counts.set(keyOf(example), (counts.get(keyOf(example)) ?? 0) + 1);
  return (example) => 1 / (counts.size * (counts.get(keyOf(example)) ?? 1));
}
