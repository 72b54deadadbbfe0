import { isWanted, type Label } from './label.ts';
import { learn, type Learned, leastLabels } from './learn.ts';

/** What was learned from a user's labels, and whether it is applied. */
export interface Learning {
  readonly isOn: boolean;
  readonly labels: { readonly wanted: number; readonly unwanted: number };
  readonly isApplied: boolean;
  /** One sentence: why it is applied or not. */
  readonly note: string;
}

/** Computes the learning from the labels and the user's switch only. */
export function learningOf(labels: readonly Label[], isOn: boolean): Learning {
  const positives = labels.filter(isWanted).length;
  const counts = { wanted: positives, unwanted: labels.length - positives };
  const isApplied = learnedBy(labels, isOn) !== null;
  return { isOn, labels: counts, isApplied, note: noteOf({ isOn, labels: counts, isApplied }) };
}

/** What scans use; null if nothing is applied. */
export function learnedBy(labels: readonly Label[], isOn: boolean): Learned | null {
  return isOn ? learn(labels) : null;
}

function noteOf({ isOn, labels: { wanted, unwanted }, isApplied }: Omit<Learning, 'note'>): string {
  if (!isOn) return 'Not applied: you turned it off. Earshot still keeps your ratings.';
  if (isApplied) {
    return 'Applied: a post gets up to 1.5 points more if it is like the posts that you wanted, and up to 1.5 points less if it is like the others.';
  }
  if (wanted + unwanted < leastLabels) {
    return `Not applied: Earshot needs at least ${leastLabels} posts that you contacted, skipped, kept as leads or rated.`;
  }
  if (wanted === 0 || unwanted === 0) {
    return `Not applied: so far you ${wanted === 0 ? 'wanted none' : 'wanted all'} of the posts, so there is no difference to learn from.`;
  }
  return 'Not applied: Earshot no longer has the texts of enough of these posts. Rate some newer ones.';
}
