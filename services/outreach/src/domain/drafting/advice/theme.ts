/**
 * Advice for one need that posts of a trade speak of. Hand-written, so that a draft without a model helps even those who
 * buy nothing; what no theme is sure about gets advice that holds everywhere (`general.ts`).
 */
export interface Theme {
  /** Businesses that may know about it, read from their description. */
  readonly trade: RegExp;
  /** What the post must speak of: first what it is about, then what confirms it. The title counts more. */
  readonly signs: readonly RegExp[];
  /** Covers a whole field, so that closer themes go before it. */
  readonly broad?: true;
  /** What the advice would be wrong for. */
  readonly unless?: RegExp;
  /** Each an imperative clause without its full stop, to stand after "I would" as well as alone. */
  readonly advice: readonly string[];
}
