import type { Comparison, Condition, Expression, Figures } from '../promql.ts';

export type Severity = 'critical' | 'warning';

/** One alert. The threshold stands here alone: panels draw it, the rule compares with it. */
export interface Alert {
  /** `critical`: users are not served, or soon will not be: wake somebody. `warning`: look at it today. */
  readonly severity: Severity;
  /** How long the condition must hold, as in Prometheus: `5m`. */
  readonly for: string;
  /** What is compared; panels show the same. */
  readonly measure: (f: Figures) => Expression;
  readonly fires: { readonly when: Comparison; readonly at: number };
  /** What must hold besides, of series with the same labels. */
  readonly only?: (f: Figures) => Condition;
  /** What must not hold. */
  readonly unless?: (f: Figures) => Condition;
  /** One line for whoever is called; `{{ $labels.x }}` are the measure's labels. */
  readonly summary: string;
  /** What it means for users; VALUE is the measured number with its unit. */
  readonly description: string;
}

/** Written in place of the namespace and of the runbooks' address; the chart's templates replace them. */
export const namespaceToken = 'RELEASE_NAMESPACE';
export const runbookToken = 'RUNBOOK_URL';

/** Every service is one job of the scraper: see templates/service-monitor.yaml. */
export const job = 'earshot';
