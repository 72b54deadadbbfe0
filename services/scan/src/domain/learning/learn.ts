import type { Label, LabelPart } from './label.ts';
import { isWanted, weightOf } from './label.ts';
import { phraseOf } from './wording.ts';

/** How much posts with one category of one part are raised or lowered, and the labels that say so. */
export interface Adjustment {
  readonly part: string;
  readonly category: string;
  /** One decimal, never 0, at most `bounds.category` either way. */
  readonly points: number;
  readonly wanted: number;
  readonly unwanted: number;
  /** A sentence for people. */
  readonly reason: string;
}

/** In points: a taste shifts a ranking; it makes no lead of what fits nowhere, and hides none of what fits well. */
export const bounds = { category: 0.8, post: 1.5 } as const;

/** Fewer labels tell a mood, not a taste. */
export const leastLabels = 8;
/** Fewer labels of a category tell of these posts, not of the category. */
const leastOfCategory = 3;
/** So many labels like all others are added to each category: its own must outweigh them (shrinkage). */
const prior = 4;
/** Points for odds that are e times those of all posts. So 6 of 7 wanted, where half of all are, make 0.7 points. */
const pointsOfLogOdds = 0.75;
/** Labels after which one counts half: tastes change, and the newest labels tell of today's. */
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
 * What labels say of each category: the odds that its posts are wanted, against those of all labelled posts, pulled towards
 * them where labels are few. Pure: the same labels in whatever order give the same adjustments, so taking labels back
 * restores exactly what was before. Empty below `leastLabels`, or where all say the same.
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

/** By time, then by post: an order that does not depend on how labels were read. */
export function newestFirst(labels: readonly Label[]): Label[] {
  return labels.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.postId < b.postId ? -1 : 1));
}

function add(tally: Tally, label: Label, weight: number): void {
  const wanted = isWanted(label);
  tally[wanted ? 'wanted' : 'unwanted'] += 1;
  tally.wantedWeight += wanted ? weight : 0;
  tally.weight += weight;
}

/** What learning may look at, each category once: learned points are no evidence for more of them. */
export function distinct(parts: readonly LabelPart[]): LabelPart[] {
  const known = parts.filter(({ name, category }) => phraseOf(name, category) !== undefined);
  return [...new Map(known.map((part) => [`${part.name} ${part.category}`, part])).values()];
}

function adjustmentOf(tally: Tally, all: Tally): Adjustment | null {
  const { part, category, wanted, unwanted } = tally;
  if (wanted + unwanted < leastOfCategory) return null;
  // One label more of each kind keeps the odds finite where nearly all say the same.
  const rate = (all.wantedWeight + 1) / (all.weight + 2);
  const here = (tally.wantedWeight + prior * rate) / (tally.weight + prior);
  const wish = pointsOfLogOdds * (logOdds(here) - logOdds(rate));
  const points = Math.round(10 * Math.max(-bounds.category, Math.min(bounds.category, wish))) / 10;
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
