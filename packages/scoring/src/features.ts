import type { Fit } from './fit.ts';
import type { Feature } from './learned-weights.ts';
import type { Match } from './matching.ts';
import type { PartName, ScorePart } from './scorer.ts';
import type { Signs } from './signs.ts';
import { TOPICAL_FIT } from './parts.ts';
import type { Writing } from './wording.ts';

/** What `featuresOf` measures. `parts` are those of the fixed rules, before any learned weight. */
export interface Measured {
  readonly parts: readonly ScorePart[];
  readonly needs: Signs['need'];
  readonly fit: Fit;
  readonly match: Match;
  readonly writing: Writing;
}

/** The logarithm of the number of words of a usual post: its length counts nothing. */
const USUAL_LENGTH = Math.log(120);

/** The value of each feature of a post. All are 0 if nothing is known, and for a post of the usual length. */
export function featuresOf({ parts, needs, fit, match, writing }: Measured): Record<Feature, number> {
  return {
    fit: fit.value,
    need: pointsOf(parts, 'need'),
    stage: pointsOf(parts, 'stage'),
    urgency: pointsOf(parts, 'urgency'),
    disqualifiers: pointsOf(parts, 'disqualifier'),
    about: match.about,
    aboutTitle: match.aboutTitle,
    coverage: match.coverage,
    statements: match.statements,
    closest: match.closest?.share ?? 0,
    closestThree: match.closestThree,
    alternative: match.alternative ? 1 : 0,
    notFor: match.notFor?.share ?? 0,
    fitCovered: fit.value * match.coverage,
    needCovered: pointsOf(parts, 'need') * match.coverage,
    ownProblem: troubleOf(needs) * Math.min(1, fit.value / TOPICAL_FIT) * Math.min(1, writing.firstPerson * 10),
    length: Math.log1p(writing.words) - USUAL_LENGTH,
    firstPerson: writing.firstPerson,
    you: writing.you,
    money: writing.money ? 1 : 0,
  };
}

/** How clearly the author tells of a problem of their own, 0 to 1. */
function troubleOf(needs: Signs['need']): number {
  return needs.find(({ category }) => category === 'problem')?.strength ?? 0;
}

function pointsOf(parts: readonly ScorePart[], name: PartName): number {
  return parts.reduce((sum, part) => sum + (part.name === name ? part.points : 0), 0);
}
