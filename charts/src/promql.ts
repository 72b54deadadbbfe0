import { metricTable } from '@earshot/proto/metrics';

/*
 * PromQL that is written from the table of metrics: a name or a label that does not exist is a type error, and the
 * unit of what comes out follows from the table.
 */

type Table = typeof metricTable;
export type MetricKey = keyof Table;
type KeyOf<T extends string> = { [K in MetricKey]: Table[K]['type'] extends T ? K : never }[MetricKey];
export type GaugeKey = KeyOf<'gauge'>;
export type CounterKey = KeyOf<'counter'>;
export type HistogramKey = KeyOf<'histogram'>;
/** What a scrape adds to every series: see templates/service-monitor.yaml. */
export type ScrapeLabel = 'namespace' | 'service' | 'pod';
export type LabelOf<K extends MetricKey> = Table[K]['labels'][number] | ScrapeLabel;

/** A text: the label is just that. `like` and `unlike` are regular expressions over the whole value. */
export type Match = string | { readonly not: string } | { readonly like: string } | { readonly unlike: string };

/** `x/s` for a rate of what is counted in x, `ratio` for a share, else the table's unit. */
export type Unit = string;

/** One PromQL expression. Made by `figures` and by the functions below alone. */
export interface Expression {
  readonly promql: string;
  readonly unit: Unit;
  /** Labels that tell its series apart. */
  readonly by: readonly string[];
}

export interface Scope {
  /** Matchers that every series must meet, as in PromQL, without braces. */
  readonly where: string;
  /** Range that rates are taken over: `5m`, or Grafana's `$__rate_interval`. */
  readonly window: string;
  /** Labels that every expression keeps: alerts need to say where they come from. */
  readonly keep: readonly ScrapeLabel[];
  /** A share is 0, rather than nothing, where its part was never counted: panels need it, rules do not. */
  readonly zeros: boolean;
}

interface Choice<K extends MetricKey> {
  readonly by?: readonly LabelOf<K>[];
  readonly where?: { readonly [L in LabelOf<K>]?: Match };
  /** Instead of the scope's window. */
  readonly over?: string;
  /** As it was that long ago: `15m`. For gauges. */
  readonly ago?: string;
}

/** Expressions of one scope. Without `by` an expression has one series (for each value of what the scope keeps). */
export interface Figures {
  /** How fast a counter grows, or how often a histogram observes, in its unit a second. */
  rate<K extends CounterKey | HistogramKey>(key: K, choice?: Choice<K>): Expression;
  /** What a counter grew by, or how often a histogram observed. Prometheus estimates it: rarely a whole number. */
  increase<K extends CounterKey | HistogramKey>(key: K, choice?: Choice<K>): Expression;
  /** The value that the share `q` of the observations stays below; it is exact to a bucket of the histogram. */
  quantile<K extends HistogramKey>(q: number, key: K, choice?: Choice<K>): Expression;
  /**
   * The largest value. For gauges of which every replica tells the same number (lag, outbox): the maximum, not the sum.
   */
  max<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  min<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** For gauges of which every process tells its own part. */
  sum<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** The largest, or smallest, value that the gauge had within the window. */
  maxOver<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  minOver<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** How often the gauge changed within the window. */
  changes<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /** Processes that say anything, as counted by a gauge that each of them has. */
  count<K extends GaugeKey>(key: K, choice?: Choice<K>): Expression;
  /**
   * The share of `part` in `whole`, both with the same labels. No value, rather than NaN, where the whole is nothing:
   * what is idle has no share.
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

/** From a selector, a range and an offset. */
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

/** One over the other, as a ratio unless `unit` says otherwise; no value where the other is 0. Both have the same labels. */
export function per(one: Expression, other: Expression, unit: Unit = 'ratio'): Expression {
  sameLabels(one, other);
  return { promql: `${one.promql} / (${other.promql} > 0)`, unit, by: one.by };
}

/** Only where the condition does not hold, or knows nothing. */
export function unless(what: Expression, condition: Condition): Expression {
  return { ...what, promql: `((${what.promql}) unless (${condition.promql}))` };
}

/** What is true where it has a value. */
export interface Condition {
  readonly promql: string;
}

/** All of them, of series with the same labels. */
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
