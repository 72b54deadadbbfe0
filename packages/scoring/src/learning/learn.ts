import type { Label, LabelPart } from './label.ts';
import { isWanted, weightOf } from './label.ts';
import { phraseOf } from './wording.ts';

/** How much the score of posts with one category of one part is raised or lowered, and how many labels support this. */
export interface Adjustment {
  readonly part: string;
  readonly category: string;
  /** One decimal, never 0, at most `bounds.category` either way. */
  readonly points: number;
  readonly wanted: number;
  readonly unwanted: number;
  /** A sentence shown to the user. */
  readonly reason: string;
}

/**
 * In points. Adjustments shift the ranking, but they neither turn an unrelated post into a lead nor hide one that fits
 * well.
 */
export const bounds = { category: 0.8, post: 1.5 } as const;

/** Minimum number of labels: fewer do not show a stable preference. */
export const leastLabels = 8;
/** Minimum number of labels of a category: fewer describe the individual posts, not the category. */
const leastOfCategory = 3;
/**
 * Number of pseudo-labels with the user's average rate that are added to each category (shrinkage). A category with few
 * labels therefore gets a small adjustment.
 */
const prior = 4;
/**
 * Points per unit of log odds relative to all posts. For example, 6 of 7 wanted posts give 0.7 points if half of all
 * posts are wanted.
 */
const pointsOfLogOdds = 0.75;
/** Number of newer labels after which a label counts half, because preferences change. */
const halfLife = 120;

interface Tally {
  readonly part: string;
  readonly category: string;
  wanted: number;
  unwanted: number;
  wantedWeight: number;
  weight: number;
}

/**
 * Derives score adjustments from labels (docs/decisions/0007). It compares the odds that posts of a category are wanted
 * with the odds of all labelled posts, and shrinks the difference if labels are few. Pure and independent of the order
 * of the labels, so undoing an action restores the earlier adjustments exactly. Empty below `leastLabels`, or if all
 * labels agree.
 */
export function learn(labels: readonly Label[]): Adjustment[] {
  const all: Tally = { part: '', category: '', wanted: 0, unwanted: 0, wantedWeight: 0, weight: 0 };
  const tallies = new Map<string, Tally>();
  for (const [age, label] of newestFirst(labels).entries()) {
    const weight = weightOf(label) * 0.5 ** (age / halfLife);
    add(all, label, weight);
    for (const { name, category } of distinct(label.parts)) {
      const key = `${name} ${category}`;
      const tally = tallies.get(key) ?? { ...all, part: name, category, ...empty };
      tallies.set(key, tally);
      add(tally, label, weight);
    }
  }
  if (labels.length < leastLabels || all.wanted === 0 || all.unwanted === 0) return [];
  return [...tallies.values()]
    .flatMap((tally) => adjustmentOf(tally, all) ?? [])
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

const empty = { wanted: 0, unwanted: 0, wantedWeight: 0, weight: 0 };

/** Sorts by time, then by post id, so that the order does not depend on how the labels were read. */
export function newestFirst(labels: readonly Label[]): Label[] {
  return labels.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.postId < b.postId ? -1 : 1));
}

function add(tally: Tally, label: Label, weight: number): void {
  const wanted = isWanted(label);
  tally[wanted ? 'wanted' : 'unwanted'] += 1;
  tally.wantedWeight += wanted ? weight : 0;
  tally.weight += weight;
}

/**
 * The parts that learning uses, each category once. Learned parts are excluded, so that adjustments do not reinforce
 * themselves.
 */
export function distinct(parts: readonly LabelPart[]): LabelPart[] {
  const known = parts.filter(({ name, category }) => phraseOf(name, category) !== undefined);
  return [...new Map(known.map((part) => [`${part.name} ${part.category}`, part])).values()];
}

function adjustmentOf(tally: Tally, all: Tally): Adjustment | null {
  const { part, category, wanted, unwanted } = tally;
  if (wanted + unwanted < leastOfCategory) return null;
  // One extra label of each kind keeps the odds finite if nearly all labels agree.
  const rate = (all.wantedWeight + 1) / (all.weight + 2);
  const here = (tally.wantedWeight + prior * rate) / (tally.weight + prior);
  const unbounded = pointsOfLogOdds * (logOdds(here) - logOdds(rate));
  const points = Math.round(10 * Math.max(-bounds.category, Math.min(bounds.category, unbounded))) / 10;
  if (points === 0) return null;
  const phrase = phraseOf(part, category) ?? '';
  const ofAll = `${all.wanted} of all ${all.wanted + all.unwanted}`;
  const reason = `You wanted ${wanted} of ${wanted + unwanted} posts ${phrase}, and ${ofAll}.`;
  return { part, category, points, wanted, unwanted, reason };
}

function logOdds(share: number): number {
  return Math.log(share / (1 - share));
}

function keyOf({ part, category }: Adjustment): string {
  return `${part} ${category}`;
}
