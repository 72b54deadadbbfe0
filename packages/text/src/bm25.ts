/** One term of a BM25 sum. */
export interface Term {
  /** The upper bound of the term's score. */
  readonly weight: number;
  /** How often the word occurs. In BM25F: the weighted sum over the fields. */
  readonly frequency: number;
  /** BM25's `k1`: how quickly repetitions of a word stop raising the score. */
  readonly saturation: number;
  /** From `lengthFactor`. Leave it at 1 if the frequency already accounts for the length. */
  readonly length?: number;
}

/** The score of one term: 0 for a frequency of 0, close to `weight` for a high one. */
export function bm25Term({ weight, frequency, saturation, length = 1 }: Term): number {
  return (weight * frequency) / (frequency + saturation * length);
}

/** Length normalization: 1 at the average length `usual`, more for longer texts. `share` is BM25's `b`, 0 to 1. */
export function lengthFactor(length: number, usual: number, share: number): number {
  return 1 - share + share * (length / usual);
}

/** The weight of a word that `holders` of `total` texts contain (inverse document frequency). */
export function rarity(holders: number, total: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}
