import { createHash } from 'node:crypto';
import type { Vector } from '../meaning.ts';
import { isWanted, type Label, weightOf } from './label.ts';

/** What the ratings of a user say, as scans use it. */
export interface Learned {
  /** Equal ratings have equal versions. */
  readonly version: string;
  /** The direction from the meaning of the unwanted posts to that of the wanted ones: a `Vector` as base64. */
  readonly direction: string;
  /** The points of a post that points exactly there. */
  readonly strength: number;
}

/** Fewer labels do not show a preference. */
export const leastLabels = 8;
/** Each label changes the scores of leads. So only every fourth one counts at once. */
const step = 4;
/** Labels of each kind that say nothing are added to it (shrinkage), so that few labels move scores less. */
const prior = 3;
/** Points for a difference of 1 between the cosines to the wanted and to the unwanted posts; chosen in docs/decisions/0007. */
const pointsOfCosine = 8;

/**
 * Learns from the labels that have a vector. Pure, and independent of their order, so undoing an action restores the earlier
 * scores exactly. Null below `leastLabels`, and if all labels agree.
 */
export function learn(labels: readonly Label[]): Learned | null {
  const known = labels.filter(({ vector }) => vector !== null).toSorted(byTime);
  const counted = known.slice(0, known.length - (known.length % step));
  const kinds = [counted.filter(isWanted), counted.filter((label) => !isWanted(label))];
  if (counted.length < leastLabels || kinds.some((kind) => kind.length === 0)) return null;
  const [wanted = [], unwanted = []] = kinds.map(meanOf);
  const difference = wanted.map((value, at) => value - (unwanted[at] ?? 0));
  const length = Math.hypot(...difference);
  const largest = Math.max(...difference.map(Math.abs)) || 1;
  const direction = Buffer.from(Int8Array.from(difference, (value) => Math.round((127 * value) / largest)).buffer);
  const strength = Math.round(100 * pointsOfCosine * length) / 100;
  const text = direction.toString('base64');
  const version = createHash('sha256').update(`${strength} ${text}`).digest('hex').slice(0, 8);
  return { version, direction: text, strength };
}

/** By time, then by post id, so that the order does not depend on how the labels were read. */
function byTime(a: Label, b: Label): number {
  return a.at.getTime() - b.at.getTime() || (a.postId < b.postId ? -1 : 1);
}

/** The mean of the directions of the labels, by weight, drawn to zero by `prior`. */
function meanOf(labels: readonly Label[]): number[] {
  const total = prior + labels.reduce((sum, label) => sum + weightOf(label), 0);
  const mean: number[] = [];
  for (const label of labels) {
    const vector: Vector = label.vector ?? new Int8Array();
    const length = Math.hypot(...vector) || 1;
    vector.forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + (weightOf(label) * value) / length / total;
    });
  }
  return mean;
}
