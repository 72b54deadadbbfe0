import type { Scorer, ScorePart, Verdict } from '../scorer.ts';
import { relevanceOf, scoreOf } from '../scorer.ts';
import type { LabelPart } from './label.ts';
import type { Adjustment } from './learn.ts';
import { bounds, distinct } from './learn.ts';

/** A snapshot of adjustments. */
export interface Learned {
  /** Identifies the adjustments: equal adjustments have equal versions. */
  readonly version: string;
  readonly adjustments: readonly Pick<Adjustment, 'part' | 'category' | 'points' | 'reason'>[];
}

/**
 * A scorer that adds the learned adjustments of a user as extra parts, so that a score is still the sum of its parts.
 * Its version includes the version of the adjustments. Returns `scorer` unchanged if `learned` is null. Unscored posts
 * stay unscored.
 */
export function personalScorer(scorer: Scorer, learned: Learned | null): Scorer {
  if (learned === null) return scorer;
  return {
    ...scorer,
    version: versionOf(scorer.version, learned),
    score: async (business, posts, signal) => {
      const verdicts = await scorer.score(business, posts, signal);
      return verdicts.map((verdict) => personal(verdict, learned));
    },
  };
}

const mark = '+you-';

function versionOf(version: string, learned: Learned): string {
  return `${version}${mark}${learned.version}`;
}

/** The version of the learned adjustments in a score; null if it contains none. */
export function learnedVersionOf(scorerVersion: string): string | null {
  return scorerVersion.split(mark)[1] ?? null;
}

function personal(verdict: Verdict, learned: Learned): Verdict {
  const scorerVersion = versionOf(verdict.scorerVersion, learned);
  if (verdict.score === null) return { ...verdict, scorerVersion };
  const parts = [...verdict.parts, ...learnedParts(verdict.parts, learned.adjustments)];
  const score = scoreOf(parts);
  return { ...verdict, parts, score, relevance: relevanceOf(score), scorerVersion };
}

/** The learned parts to add to the parts of a post. Their sum is within `bounds.post`. */
export function learnedParts(parts: readonly LabelPart[], adjustments: Learned['adjustments']): ScorePart[] {
  const own = new Set(distinct(parts).map(({ name, category }) => `${name} ${category}`));
  const hits = adjustments
    .filter(({ part, category }) => own.has(`${part} ${category}`))
    .map(({ points, reason }) => ({ tenths: Math.round(points * 10), reason }))
    .sort((a, b) => Math.abs(a.tenths) - Math.abs(b.tenths));
  const sum = hits.reduce((total, { tenths }) => total + tenths, 0);
  // The excess is taken from the adjustments with the sign of the sum, the weakest first.
  let excess = Math.max(0, Math.abs(sum) - bounds.post * 10);
  for (const hit of hits) {
    if (Math.sign(hit.tenths) !== Math.sign(sum)) continue;
    const taken = Math.min(excess, Math.abs(hit.tenths));
    hit.tenths -= Math.sign(sum) * taken;
    excess -= taken;
  }
  return hits
    .filter(({ tenths }) => tenths !== 0)
    .reverse()
    .map(({ tenths, reason }) => ({
      name: 'learned',
      category: tenths > 0 ? 'raised' : 'lowered',
      points: tenths / 10,
      quote: null,
      note: reason,
    }));
}
