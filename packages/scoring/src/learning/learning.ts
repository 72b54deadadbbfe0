import { createHash } from 'node:crypto';
import type { HeldBack } from './held-back.ts';
import { evaluate } from './held-back.ts';
import type { Label } from './label.ts';
import { isWanted } from './label.ts';
import type { Adjustment } from './learn.ts';
import { learn, leastLabels } from './learn.ts';
import type { Learned } from './personal-scorer.ts';

/** The adjustments learned from a user's labels, and whether they are applied. */
export interface Learning {
  readonly isOn: boolean;
  readonly labels: { readonly wanted: number; readonly unwanted: number };
  readonly adjustments: readonly Adjustment[];
  readonly heldBack: HeldBack | null;
  readonly isApplied: boolean;
  /** One sentence: why the adjustments are applied or not. */
  readonly note: string;
}

/** Computes the learning from the labels and the user's switch only. */
export function learningOf(labels: readonly Label[], isOn: boolean): Learning {
  const wanted = labels.filter(isWanted).length;
  const counts = { wanted, unwanted: labels.length - wanted };
  const adjustments = learn(labels);
  const heldBack = adjustments.length === 0 ? null : evaluate(labels);
  const isApplied = isOn && heldBack?.isBetter === true;
  return {
    isOn,
    labels: counts,
    adjustments,
    heldBack,
    isApplied,
    note: noteOf({ isOn, labels: counts, adjustments, heldBack }),
  };
}

/** The adjustments that scans use; null if none are applied. */
export function learnedBy({ isApplied, adjustments }: Learning): Learned | null {
  if (!isApplied) return null;
  const used = adjustments.map(({ part, category, points, reason }) => ({ part, category, points, reason }));
  // The version depends only on the points: equal points give equal scores, even if the labels differ.
  const points = used.map(({ part, category, points }) => `${part} ${category} ${points}`).sort();
  const version = createHash('sha256').update(points.join('\n')).digest('hex').slice(0, 8);
  return { version, adjustments: used };
}

function noteOf({ isOn, labels, adjustments, heldBack }: Omit<Learning, 'isApplied' | 'note'>): string {
  if (!isOn) return 'Not applied: you turned it off. What you do with leads is still kept in mind.';
  const { wanted, unwanted } = labels;
  if (wanted + unwanted < leastLabels) {
    return `Not applied: it takes at least ${leastLabels} posts that you contacted, skipped, kept as leads or rated.`;
  }
  if (wanted === 0 || unwanted === 0) {
    return `Not applied: so far you ${wanted === 0 ? 'wanted none' : 'wanted all'} of the posts, so there is no difference to learn from.`;
  }
  if (adjustments.length === 0) return 'Not applied: the posts that you wanted and the others are alike so far.';
  if (heldBack === null) return 'Not applied: it takes at least two posts that you wanted and two that you did not.';
  const pairs = (share: number) => `${Math.round(100 * share)} of 100`;
  if (!heldBack.isBetter) {
    return 'Not applied: on posts that it had not seen, it would not have ranked the wanted ones clearly higher.';
  }
  return `Applied: on posts that it had not seen, the wanted one stood above the other in ${pairs(heldBack.after)} pairs, where it had been ${pairs(heldBack.before)}.`;
}
