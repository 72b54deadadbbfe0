import { type Metric, metricTable, type OwnMetric, servicesWith } from '@earshot/proto/metrics';
import type { ServiceName } from '@earshot/proto/values';

type Table = typeof metricTable;
type OfType<T extends Metric['type']> = { [K in OwnMetric]: Table[K]['type'] extends T ? K : never }[OwnMetric];
export type CounterKey = OfType<'counter'>;
export type GaugeKey = OfType<'gauge'>;
export type HistogramKey = OfType<'histogram'>;

type Values<K extends OwnMetric> = Table[K] extends { readonly values: infer V } ? V : object;
type ValueOf<K extends OwnMetric, L> = L extends keyof Values<K>
  ? Values<K>[L] extends readonly (infer T extends string)[]
    ? T
    : string
  : string;
/** All labels of a metric, each with one of its values where the table lists them. */
export type LabelsOf<K extends OwnMetric> = { readonly [L in Table[K]['labels'][number]]: ValueOf<K, L> };

export interface CounterMeter<K extends CounterKey> {
  /** `by` defaults to 1; 0 creates the series before anything is counted. */
  add(labels: LabelsOf<K>, by?: number): void;
}

export interface HistogramMeter<K extends HistogramKey> {
  /** `value` is in the table's unit. */
  observe(labels: LabelsOf<K>, value: number): void;
}

export interface Reading<K extends GaugeKey> {
  readonly labels: LabelsOf<K>;
  readonly value: number;
}

export interface GaugeMeter<K extends GaugeKey> {
  /**
   * Registers a reader for each scrape, replacing an earlier one of that name. A reader has no value when it fails,
   * takes longer than two seconds, or is still busy with an earlier scrape. So a scrape never waits for an unavailable
   * dependency.
   */
  watch(name: string, read: () => readonly Reading<K>[] | Promise<readonly Reading<K>[]>): void;
}

/** Instruments by their keys in the table of metrics. Each instrument is created once per process. */
export interface Meters {
  counter<K extends CounterKey>(key: K): CounterMeter<K>;
  histogram<K extends HistogramKey>(key: K): HistogramMeter<K>;
  gauge<K extends GaugeKey>(key: K): GaugeMeter<K>;
}

/** For commands and tests, which are not scraped. */
export const noMeters: Meters = {
  counter: () => ({ add: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
  gauge: () => ({ watch: () => undefined }),
};

/**
 * Instruments for one service. Throws if the table of metrics does not name the service, so that the table stays
 * correct.
 */
export function metersFor(service: ServiceName, meters: Meters): Meters {
  const named = <K extends OwnMetric>(key: K): K => {
    if (servicesWith(metricTable[key]).includes(service)) return key;
    throw new Error(`the table of metrics does not name ${service} for ${key}`);
  };
  return {
    counter: (key) => meters.counter(named(key)),
    histogram: (key) => meters.histogram(named(key)),
    gauge: (key) => meters.gauge(named(key)),
  };
}
