export type Variables = Readonly<Record<string, unknown>>;

/** Evaluates an aggregation expression on a document. Returns undefined for a missing value. */
export type Evaluate = (expression: unknown, root: unknown, variables?: Variables) => unknown;

/** The context of an operator. `evaluate` evaluates an inner expression, with additional variables in `more`. */
export interface Scope {
  readonly evaluate: (expression: unknown, more?: Variables) => unknown;
}

/** An expression operator. It gets its argument unevaluated. */
export type Operator = (argument: unknown, scope: Scope) => unknown;
