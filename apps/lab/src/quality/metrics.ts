import { leadLabel } from './labelled-sets.ts';

/** A labelled post with its score. Higher scores rank first. */
export interface Judged {
  readonly id: string;
  readonly label: number;
  readonly score: number;
}

/** Sorts by score, best first. Equal scores are in the order of their ids, so that a measurement is repeatable. */
export function ranked(judged: readonly Judged[]): Judged[] {
  return judged.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

const isLead = ({ label }: Judged): boolean => label >= leadLabel;

/** Normalised discounted cumulative gain of the first `depth` (gain 2^label - 1): 0 to 1. */
export function ndcg(list: readonly Judged[], depth = 20): number {
  const gain = (labels: readonly number[]): number =>
    labels.slice(0, depth).reduce((sum, label, rank) => sum + (2 ** label - 1) / Math.log2(rank + 2), 0);
  const labels = list.map(({ label }) => label);
  return gain(labels) / gain(labels.toSorted((a, b) => b - a));
}

/** Mean of the precision at each lead: 0 to 1. */
export function averagePrecision(list: readonly Judged[]): number {
  let leads = 0;
  let sum = 0;
  list.forEach((judged, rank) => {
    if (!isLead(judged)) return;
    leads += 1;
    sum += leads / (rank + 1);
  });
  return sum / leads;
}

/** How often a lead ranks above a post that is none; equal scores count half. 0.5 is chance. */
export function auc(list: readonly Judged[]): number {
  const leads = list.filter(isLead);
  const others = list.filter((judged) => !isLead(judged));
  const won = leads.reduce(
    (sum, { score }) =>
      sum + others.reduce((wins, other) => wins + (score > other.score ? 1 : score === other.score ? 0.5 : 0), 0),
    0,
  );
  return won / (leads.length * others.length);
}

/** Share of leads among the first `depth`. */
export function precisionAt(list: readonly Judged[], depth = 10): number {
  return shareOfLeads(list.slice(0, depth));
}

/** Share of leads in a list; 0 for an empty one. */
function shareOfLeads(list: readonly Judged[]): number {
  return list.length === 0 ? 0 : list.filter(isLead).length / list.length;
}

/**
 * Precision and recall of a threshold: the share of leads among the posts at or above it, and the share of the leads at
 * or above it.
 */
export function atThreshold(list: readonly Judged[], least: number): { precision: number; recall: number } {
  const through = list.filter(({ score }) => score >= least);
  const leads = list.filter(isLead).length;
  return { precision: shareOfLeads(through), recall: leads === 0 ? 0 : through.filter(isLead).length / leads };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
