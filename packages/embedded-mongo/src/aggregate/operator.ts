export type Variables = Readonly<Record<string, unknown>>;

/** Evaluates an aggregation expression over a document; undefined is MongoDB's "missing". */
export type Evaluate = (expression: unknown, root: unknown, variables?: Variables) => unknown;

/** What an operator sees. `evaluate` reads an inner expression, with more variables where it binds some. */
export interface Scope {
  readonly root: unknown;
  readonly variables: Variables;
  readonly evaluate: (expression: unknown, more?: Variables) => unknown;
}

/** An expression operator over unevaluated arguments. */
export type Operator = (argument: unknown, scope: Scope) => unknown;
