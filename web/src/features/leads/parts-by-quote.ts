import type { Lead } from '@earshot/proto/http/lead';

type ScorePart = Lead['aiAnalysis']['parts'][number];

interface QuotedPart {
  readonly part: ScorePart;
  /** The place among all parts. */
  readonly index: number;
  /** Of the last part of a quote: the indexes of all parts that rest on it. Otherwise null. */
  readonly quoted: readonly number[] | null;
}

/** The parts with points, those of one quote next to each other, in the order of their first. */
export function byQuote(parts: readonly ScorePart[]): QuotedPart[] {
  const groups = new Map<unknown, { part: ScorePart; index: number }[]>();
  parts.forEach((part, index) => {
    if (part.points === 0) return;
    const key = part.quote ?? index;
    groups.set(key, [...(groups.get(key) ?? []), { part, index }]);
  });
  return [...groups.values()].flatMap((group) =>
    group.map((one, at) => ({ ...one, quoted: at === group.length - 1 ? group.map(({ index }) => index) : null })),
  );
}
