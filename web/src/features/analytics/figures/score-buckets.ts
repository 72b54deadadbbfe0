import type { Lead } from '@earshot/proto/http/lead';

const buckets = [
  { label: '9.0-10.0', from: 9 },
  { label: '8.0-8.9', from: 8 },
  { label: '7.0-7.9', from: 7 },
  { label: '6.0-6.9', from: 6 },
  { label: 'below 6.0', from: 0 },
] as const;

export interface ScoreBucket {
  readonly label: string;
  readonly count: number;
}

/** Counts the leads in each of the five score ranges, best first. */
export function scoreBuckets(leads: readonly Pick<Lead, 'score'>[]): ScoreBucket[] {
  const counts = new Map<string, number>();
  for (const { score } of leads) {
    const bucket = buckets.find(({ from }) => Number(score) >= from);
    if (bucket) counts.set(bucket.label, (counts.get(bucket.label) ?? 0) + 1);
  }
  return buckets.map(({ label }) => ({ label, count: counts.get(label) ?? 0 }));
}
