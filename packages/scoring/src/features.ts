import type { Fit } from './fit.ts';
import type { Match } from './matching.ts';
import type { PartName, ScorePart } from './scorer.ts';
import type { Writing } from './wording.ts';

/** What the words of a post show about it. */
export const WORD_FEATURES = [
  'fit',
  'need',
  'stage',
  'urgency',
  'disqualifiers',
  'coverage',
  'alternative',
  'fitCovered',
  'needCovered',
  'length',
] as const;
export type WordFeature = (typeof WORD_FEATURES)[number];

/** What `featuresOf` measures. `parts` are those of the fixed rules, before any learned weight. */
export interface Measured {
  readonly parts: readonly ScorePart[];
  readonly fit: Fit;
  readonly match: Match;
  readonly writing: Writing;
}

/** The logarithm of the number of words of a usual post: its length counts nothing. */
const USUAL_LENGTH = Math.log(120);

/** The value of each feature of a post. All are 0 if nothing is known, and for a post of the usual length. */
export function featuresOf({ parts, fit, match, writing }: Measured): Record<WordFeature, number> {
  return {
    fit: fit.value,
    need: pointsOf(parts, 'need'),
    stage: pointsOf(parts, 'stage'),
    urgency: pointsOf(parts, 'urgency'),
    disqualifiers: pointsOf(parts, 'disqualifier'),
    coverage: match.coverage,
    alternative: match.alternative ? 1 : 0,
    fitCovered: fit.value * match.coverage,
    needCovered: pointsOf(parts, 'need') * match.coverage,
    length: Math.log1p(writing.words) - USUAL_LENGTH,
  };
}

function pointsOf(parts: readonly ScorePart[], name: PartName): number {
  return parts.reduce((sum, part) => sum + (part.name === name ? part.points : 0), 0);
}
