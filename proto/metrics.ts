import type { Metric } from './metrics/metric.ts';
import { platformMetrics } from './metrics/platform-metrics.ts';
import { productMetrics } from './metrics/product-metrics.ts';
import { runtimeMetrics } from './metrics/runtime-metrics.ts';
import type { ServiceName } from './values.ts';
import { serviceNames } from './values.ts';

export type { Metric, MetricUnit } from './metrics/metric.ts';
export { modelOutcomes, sourceOutcomes } from './metrics/product-metrics.ts';

const ownMetrics = { ...platformMetrics, ...productMetrics } as const;

/**
 * Every metric of the product, by the name that code has for it: instruments are made from it, dashboards and alerts are
 * generated from it, docs/metrics.md is printed from it, and a test holds what runs against it.
 */
export const metricTable = { ...ownMetrics, ...runtimeMetrics } as const satisfies Record<string, Metric>;

/** A metric that the product's own code feeds. */
export type OwnMetric = keyof typeof ownMetrics;
/** Any metric. */
export type MetricKey = keyof typeof metricTable;

/** The services at whose /metrics it is. */
export function servicesWith({ on }: Pick<Metric, 'on'>): readonly ServiceName[] {
  return on === 'every' ? serviceNames : on;
}

/** What /metrics says of it: its help, and its unit where the name does not tell. */
export function helpOf({ help, unit, from }: Metric): string {
  return from === 'runtime' ? help : `${help} [${unit}]`;
}
