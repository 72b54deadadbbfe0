import type { ScorePart } from '@earshot/proto/http/lead';

/** A part of a score that readers see, and its place among all parts. */
export interface Reason {
  readonly part: ScorePart;
  readonly index: number;
}

/** What tells of urgency and money. */
const BUYING: readonly string[] = ['stage', 'urgency'];
/** What speaks for urgency or money with fewer points is too weak to be a reason. */
const LEAST_POINTS = 0.2;

/**
 * The few reasons that a person can check, at most one of each kind: what the author needs, which problem or offer the post is
 * close to, what speaks for urgency, money or the place, what speaks most against. Each has a quote. The last one has none: what
 * Earshot learned from the user, or else how the post is written. What a buyer says is no reason against, even where its
 * weight is below 0.
 */
export function reasonsOf(parts: readonly ScorePart[]): Reason[] {
  const all = parts.map((part, index) => ({ part, index })).filter(({ part }) => part.points !== 0);
  const quoted = all.filter(({ part }) => part.quote !== null);
  const speaksFor = quoted.filter(({ part }) => part.points > 0);
  const named = (list: readonly Reason[], ...names: readonly string[]) =>
    names.flatMap((name) => list.filter(({ part }) => part.name === name));
  const unquoted = all.filter(({ part }) => part.quote === null);
  return [
    named(speaksFor, 'need').at(0),
    named(speaksFor, 'profile', 'fit').at(0),
    strongest(named(speaksFor, ...BUYING, 'place').filter(({ part }) => part.points >= LEAST_POINTS)),
    strongest(quoted.filter(({ part }) => part.points < 0 && !BUYING.includes(part.name))),
    strongest(named(unquoted, 'learned')) ?? named(unquoted, 'wording').at(0),
  ].filter((reason) => reason !== undefined);
}

function strongest(reasons: readonly Reason[]): Reason | undefined {
  return reasons.toSorted((a, b) => Math.abs(b.part.points) - Math.abs(a.part.points)).at(0);
}
