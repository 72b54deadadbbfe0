import type { Reason } from '../../components/reasons.ts';

interface QuotedReason extends Reason {
  /** Of the last reason of a quote: the indexes of all parts that rest on it. Otherwise null. */
  readonly quoted: readonly number[] | null;
}

/** The reasons, those of one quote next to each other, in the order of their first. */
export function byQuote(reasons: readonly Reason[]): QuotedReason[] {
  const groups = Map.groupBy(reasons, ({ part, index }) => part.quote ?? index);
  return [...groups.values()].flatMap((group) =>
    group.map((one, at) => ({ ...one, quoted: at === group.length - 1 ? group.map(({ index }) => index) : null })),
  );
}
