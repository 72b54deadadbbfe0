import type { Metric } from './metrics/metric.ts';
import { platformMetrics } from './metrics/platform-metrics.ts';
import { productMetrics } from './metrics/product-metrics.ts';
import { runtimeMetrics } from './metrics/runtime-metrics.ts';
import { type ServiceName, serviceNames } from './values.ts';

export type { Metric, MetricUnit } from './metrics/metric.ts';
export { policyDirectives } from './metrics/platform-metrics.ts';
export { heardFates, modelOutcomes, sourceOutcomes } from './metrics/product-metrics.ts';

const ownMetrics = { ...platformMetrics, ...productMetrics } as const;

/**
 * Every metric of the product, by its name in code. Instruments, dashboards, alerts and docs/metrics.md are generated
 * from this table. A test compares it with the running services.
 */
export const metricTable = { ...ownMetrics, ...runtimeMetrics } as const satisfies Record<string, Metric>;

/** A metric that the product's code records. */
export type OwnMetric = keyof typeof ownMetrics;
/** Any metric. */
export type MetricKey = keyof typeof metricTable;

/** Returns the services whose /metrics contains the metric. */
export function servicesWith({ on }: Pick<Metric, 'on'>): readonly ServiceName[] {
  return on === 'every' ? serviceNames : on;
}

/** Returns the help text in /metrics. For the product's metrics, it includes the unit. */
export function helpOf({ help, unit, from }: Metric): string {
  return from === 'runtime' ? help : `${help} [${unit}]`;
}
