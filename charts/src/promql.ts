import { metricTable } from '@earshot/proto/metrics';

/*
 * PromQL generated from the table of metrics: an unknown metric or label is a type error, and the unit of a result
 * follows from the table.
 */

type Table = typeof metricTable;
export type MetricKey = keyof Table;
type KeyOf<T extends string> = { [K in MetricKey]: Table[K]['type'] extends T ? K : never }[MetricKey];
export type GaugeKey = KeyOf<'gauge'>;
export type CounterKey = KeyOf<'counter'>;
export type HistogramKey = KeyOf<'histogram'>;
/** Labels that each scrape adds: see templates/service-monitor.yaml. */
export type ScrapeLabel = 'namespace' | 'service' | 'pod';
export type LabelOf<K extends MetricKey> = Table[K]['labels'][number] | ScrapeLabel;

/** A string matches the label's exact value. `like` and `unlike` are regular expressions over the whole value. */
export type Match = string | { readonly not: string } | { readonly like: string } | { readonly unlike: string };

/** `x/s` for a rate of a count in x, `ratio` for a share, else the table's unit. */
export type Unit = string;

/** One PromQL expression. Created only by `figures` and the functions below. */
export interface Expression {
  readonly promql: string;
  readonly unit: Unit;
  /** Labels that distinguish its series. */
  readonly by: readonly string[];
}

export interface Scope {
  /** Matchers that every series must meet, in PromQL without braces. */
  readonly where: string;
  /** Range of rates: `5m`, or Grafana's `$__rate_interval`. */
  readonly window: string;
  /** Labels that every expression keeps: alerts need their origin. */
  readonly keep: readonly ScrapeLabel[];
  /** Whether a share is 0, instead of missing, if its part was never counted. Panels need it, rules do not. */
  readonly zeros: boolean;
}

interface Choice<K extends MetricKey> {
  readonly by?: readonly LabelOf<K>[];
  readonly where?: { readonly [L in LabelOf<K>]?: Match };
  /** Replaces the scope's window. */
  readonly over?: string;
  /** The value at an earlier time: `15m`. For gauges. */
  readonly ago?: string;
}

/** Expressions of one scope. Without `by`, an expression has one series (per value of the scope's kept labels). */
export interface Figures {
  /** How fast a counter grows, or how often a histogram observes, per second. */
  rate<K extends CounterKey | HistogramKey>(key: K, choice?: Choice<K>): Expression;
  /**
   * The growth of a counter, or the number of observations of a histogram. Prometheus extrapolates, so it is rarely a
   * whole number.
   */
  increase<K extends CounterKey | HistogramKey>(key: K, choice?: Choice<K>): Expression;
  /** The value that the share `q` of the observations stays below, accurate to a bucket of the histogram. */
  quantile<K extends HistogramKey>(q: number, key: K, choice?: Choice<K>): Expression;
  /** The largest value. For gauges that every replica reports alike (lag, outbox), so that they must not be summed. */
  max<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  min<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** The sum, for gauges of which every process reports a part. */
  sum<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** The largest, or smallest, value of the gauge within the window. */
  maxOver<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  minOver<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** Number of changes of the gauge within the window. */
  changes<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** Number of reporting processes, counted through a gauge that each of them has. */
  count<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /**
   * The share of `part` in `whole`, both with the same labels. It is missing, instead of NaN, if the whole is 0: an
   * idle service has no share.
   */
  share(part: Expression, whole: Expression): Expression;
}

export function figures(scope: Scope): Figures {
  const labels = (by: readonly string[] = []) => [...new Set([...scope.keep, ...by])];
  const series = (name: string, choice?: { where?: Readonly<Record<string, Match | undefined>> }) =>
    `${name}{${[scope.where, ...matchersOf(choice?.where ?? {})].filter((text) => text !== '').join(',')}}`;
  const over = (choice?: { over?: string }) => choice?.over ?? scope.window;
  const grouped = (how: string, inner: string, unit: Unit, by: readonly string[]): Expression => ({
    promql: by.length === 0 ? `${how}(${inner})` : `${how} by (${by.join(', ')}) (${inner})`,
    unit,
    by,
  });
  const counting = <K extends CounterKey | HistogramKey>(how: string, key: K, choice?: Choice<K>) =>
    `${how}(${series(countedName(key), choice)}[${over(choice)}])`;
  const gauge =
    (how: string, wrap: Wrap, unit?: Unit) =>
    <K extends GaugeKey>(key: K, choice?: Choice<K>) => {
      const ago = choice?.ago === undefined ? '' : ` offset ${choice.ago}`;
      const inner = wrap(series(metricTable[key].name, choice), `[${over(choice)}]`, ago);
      return grouped(how, inner, unit ?? metricTable[key].unit, labels(choice?.by));
    };
  return {
    rate: (key, choice) => grouped('sum', counting('rate', key, choice), `${countedUnit(key)}/s`, labels(choice?.by)),
    increase: (key, choice) => grouped('sum', counting('increase', key, choice), countedUnit(key), labels(choice?.by)),
    quantile: (q, key, choice) => {
      const by = labels(choice?.by);
      const buckets = `rate(${series(`${metricTable[key].name}_bucket`, choice)}[${over(choice)}])`;
      const promql = `histogram_quantile(${q}, sum by (${[...by, 'le'].join(', ')}) (${buckets}))`;
      return { promql, unit: metricTable[key].unit, by };
    },
    max: gauge('max', plain),
    min: gauge('min', plain),
    sum: gauge('sum', plain),
    maxOver: gauge('max', overTime('max_over_time')),
    minOver: gauge('min', overTime('min_over_time')),
    changes: gauge('sum', overTime('changes'), 'changes'),
    count: gauge('count', plain, 'processes'),
    share: (part, whole) => {
      const counted = scope.zeros ? `(${part.promql} or ${whole.promql} * 0)` : part.promql;
      return per({ ...part, promql: counted }, whole);
    },
  };
}

/** Combines a selector, a range and an offset. */
type Wrap = (selector: string, range: string, ago: string) => string;
const plain: Wrap = (selector, _range, ago) => `${selector}${ago}`;
const overTime =
  (how: string): Wrap =>
  (selector, range, ago) =>
    `${how}(${selector}${range}${ago})`;

function countedName(key: CounterKey | HistogramKey): string {
  const metric = metricTable[key];
  return metric.type === 'histogram' ? `${metric.name}_count` : metric.name;
}

function countedUnit(key: CounterKey | HistogramKey): Unit {
  const metric = metricTable[key];
  return metric.type === 'histogram' ? 'times' : metric.unit;
}

function matchersOf(where: Readonly<Record<string, Match | undefined>>): string[] {
  return Object.entries(where).flatMap(([label, match]) => (match === undefined ? [] : [matcher(label, match)]));
}

function matcher(label: string, match: Match): string {
  if (typeof match === 'string') return `${label}=${quoted(match)}`;
  if ('not' in match) return `${label}!=${quoted(match.not)}`;
  if ('like' in match) return `${label}=~${quoted(match.like)}`;
  return `${label}!~${quoted(match.unlike)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/**
 * Divides two expressions with the same labels. The unit is a ratio unless `unit` is given. Missing if the divisor is
 * 0.
 */
export function per(one: Expression, other: Expression, unit: Unit = 'ratio'): Expression {
  sameLabels(one, other);
  return { promql: `${one.promql} / (${other.promql} > 0)`, unit, by: one.by };
}

/** Keeps values only where the condition is false or missing. */
export function unless(what: Expression, condition: Condition): Expression {
  return { ...what, promql: `((${what.promql}) unless (${condition.promql}))` };
}

/** A condition is true where it has a value. */
export interface Condition {
  readonly promql: string;
}

/** True if all conditions hold for series with the same labels. */
export function allOf(...conditions: readonly Condition[]): Condition {
  return { promql: conditions.map(({ promql }) => `(${promql})`).join(' and ') };
}

export type Comparison = '>' | '>=' | '<' | '<=' | '==';

export function compare(what: Expression, how: Comparison, threshold: number | Expression): Condition {
  const right = typeof threshold === 'number' ? String(threshold) : threshold.promql;
  return { promql: `${what.promql} ${how} ${right}` };
}

function sameLabels(one: Expression, other: Expression): void {
  if (one.by.join() !== other.by.join()) throw new Error(`(${one.by.join()}) is not (${other.by.join()})`);
}
