import type { Metric, OwnMetric } from '@earshot/proto/metrics';
import { metricTable, servicesWith } from '@earshot/proto/metrics';
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
  /** `by` is 1 unless told; 0 makes the series be there before anything is counted. */
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
   * From now on each scrape reads it, in place of an earlier reader of that name. One that fails, takes longer than two
   * seconds or is still at an earlier scrape's reading has no value: a scrape never waits for what is away.
   */
  watch(name: string, read: () => readonly Reading<K>[] | Promise<readonly Reading<K>[]>): void;
}

/** Instruments by their keys in the table of metrics. Which place asks does not matter: each is made once a process. */
export interface Meters {
  counter<K extends CounterKey>(key: K): CounterMeter<K>;
  histogram<K extends HistogramKey>(key: K): HistogramMeter<K>;
  gauge<K extends GaugeKey>(key: K): GaugeMeter<K>;
}

/** For what runs outside of any process that is watched: commands and tests. */
export const noMeters: Meters = {
  counter: () => ({ add: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
  gauge: () => ({ watch: () => undefined }),
};

/** Instruments for one service. Throws where the table does not name it: then the table would be wrong. */
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
