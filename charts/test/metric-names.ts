import { metricTable } from '@earshot/proto/metrics';
import { externalNames } from '../src/external.ts';

const parts: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };
const known = new Set([
  ...externalNames,
  ...Object.values(metricTable).flatMap(({ name, type }) => (parts[type] ?? ['']).map((part) => `${name}${part}`)),
]);

/** Metrics that a PromQL expression asks for. Each of ours has matchers, so a name stands before a brace. */
export function metricsIn(promql: string): string[] {
  return [...promql.matchAll(/([A-Za-z_:][\w:]*)\{/g)].map(([, name = '']) => name);
}

/** Those that nothing exposes. */
export function unknownIn(promql: string): string[] {
  return metricsIn(promql).filter((name) => !known.has(name));
}
