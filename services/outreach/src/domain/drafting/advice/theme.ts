/**
 * Hand-written advice for one need in posts of a trade, so that a draft without a model helps even readers who buy
 * nothing. Posts without a matching theme get general advice (`general.ts`).
 */
export interface Theme {
  /** Matches the descriptions of businesses that may know about it. */
  readonly trade: RegExp;
  /** Patterns to find in the post: first its subject, then patterns that confirm it. The title counts more. */
  readonly signs: readonly RegExp[];
  /** Covers a whole field, so more specific themes take precedence. */
  readonly broad?: true;
  /** Matches posts for which the advice would be wrong. */
  readonly unless?: RegExp;
  /** Imperative clauses without a full stop, which also work after "I would". */
  readonly advice: readonly string[];
}
