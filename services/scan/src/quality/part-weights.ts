import type { PartName, ScorePart } from '../domain/scoring/scorer.ts';

/** The parts that a scorer gives. Learned parts are excluded, because they belong to a user, not to a business. */
type Weighed = Exclude<PartName, 'learned'>;

/** The weights of the points of each part. In the product all are 1, because the points already include the weights. */
export type PartWeights = Readonly<Record<Weighed, number>>;

/** A post's parts, whether it is a lead, and the business that it was scored for. */
export interface Example {
  readonly set: string;
  readonly parts: readonly ScorePart[];
  readonly isLead: boolean;
}

const names: readonly Weighed[] = ['fit', 'need', 'stage', 'urgency', 'disqualifier'];
/** Approximate maximum points of each part, which bring all features to a similar size. */
const scales: PartWeights = { fit: 4.6, need: 4, stage: 1.8, urgency: 0.5, disqualifier: 4 };
const steps = 400;
const stepSize = 0.3;
/** Regularisation towards 1, the weights of the product, because seven businesses are few. Chosen before any measurement. */
const pull = 0.01;

/** The weighted sum of the parts; only its order is meaningful. */
export function weighted(parts: readonly ScorePart[], weights: PartWeights): number {
  return parts.reduce((sum, { name, points }) => sum + (name === 'learned' ? 0 : points * weights[name]), 0);
}

/**
 * Fits weights that separate leads from other posts, by logistic regression (gradient descent, deterministic). All
 * businesses have the same weight. In each business, the leads together weigh as much as all other posts.
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

/** The weight of an example: businesses weigh the same, and in each the leads weigh as much as the other posts. */
function equalShares(examples: readonly Example[]): (example: Example) => number {
  const keyOf = ({ set, isLead }: Example) => `${set} ${isLead}`;
  const counts = new Map<string, number>();
  for (const example of examples) counts.set(keyOf(example), (counts.get(keyOf(example)) ?? 0) + 1);
  return (example) => 1 / (counts.size * (counts.get(keyOf(example)) ?? 1));
}
