/** One term of a BM25 sum. */
export interface Term {
  /** The most that the term can add. */
  readonly weight: number;
  /** How often the word occurs; in BM25F the sum over fields, each times its weight. */
  readonly frequency: number;
  /** BM25's `k1`: how soon repeating a word stops adding. */
  readonly saturation: number;
  /** From `lengthFactor`; 1 where the frequency accounts for the length already. */
  readonly length?: number;
}

/** What a term adds: 0 for a frequency of 0, close to `weight` for a high one. */
export function bm25Term({ weight, frequency, saturation, length = 1 }: Term): number {
  return (weight * frequency) / (frequency + saturation * length);
}

/** How much a text's length counts against it: 1 at the usual length. `share` is BM25's `b`, 0 to 1. */
export function lengthFactor(length: number, usual: number, share: number): number {
  return 1 - share + share * (length / usual);
}

/** The weight of a word that `holders` of `total` texts contain (inverse document frequency). */
export function rarity(holders: number, total: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}
