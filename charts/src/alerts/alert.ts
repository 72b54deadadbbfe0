import type { Comparison, Condition, Expression, Figures } from '../promql.ts';

export type Severity = 'critical' | 'warning';

/** One alert. Its threshold is defined only here: the rule compares with it, and panels draw it. */
export interface Alert {
  /** `critical`: users are affected now or soon; page somebody. `warning`: look at it today. */
  readonly severity: Severity;
  /** How long the condition must hold, in Prometheus's notation: `5m`. */
  readonly for: string;
  /** The compared value; panels show the same. */
  readonly measure: (f: Figures) => Expression;
  readonly fires: { readonly when: Comparison; readonly at: number };
  /** A further condition on series with the same labels. */
  readonly only?: (f: Figures) => Condition;
  /** A condition that suppresses the alert. */
  readonly unless?: (f: Figures) => Condition;
  /** One line for the person on call; `{{ $labels.x }}` are the measure's labels. */
  readonly summary: string;
  /** The effect on users. VALUE is the measured number with its unit. */
  readonly description: string;
}

/** Placeholders for the namespace and for the address of the runbooks; the chart's templates replace them. */
export const namespaceToken = 'RELEASE_NAMESPACE';
export const runbookToken = 'RUNBOOK_URL';

/** All services are one scrape job: see templates/service-monitor.yaml. */
export const job = 'earshot';
