/**
 * Hand-written advice for one need in posts of a trade, so that a draft without a model helps even readers who buy
 * nothing. Posts without a matching theme get no advice.
 */
export interface Theme {
  /** Matches the owner's words about businesses that may know about it. */
  readonly trade: RegExp;
  /** Patterns to find in the post: first its subject, which the title must have, then patterns that confirm it. */
  readonly signs: readonly [RegExp, ...RegExp[]];
  /** Covers a whole field, so it needs more confirmation. */
  readonly broad?: true;
  /** The advice is about a choice, so the post must look for something. */
  readonly choice?: true;
  /** Matches posts for which the advice would be wrong. */
  readonly unless?: RegExp;
  /** A question that any author of such a post can answer. */
  readonly question: string;
  /** Imperative clauses without a full stop, which also work after "I would". */
  readonly advice: readonly string[];
}
