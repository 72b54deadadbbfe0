import { metricTable } from '@earshot/proto/metrics';
import { externalNames } from '../src/external.ts';

const parts: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };
const known = new Set([
  ...externalNames,
  ...Object.values(metricTable).flatMap(({ name, type }) => (parts[type] ?? ['']).map((part) => `${name}${part}`)),
]);

/** The metrics in a PromQL expression. All our expressions use label matchers, so each name stands before a brace. */
export function metricsIn(promql: string): string[] {
  return [...promql.matchAll(/([A-Za-z_:][\w:]*)\{/g)].map(([, name = '']) => name);
}

/** The metrics in an expression that no process exposes. */
export function unknownIn(promql: string): string[] {
  return metricsIn(promql).filter((name) => !known.has(name));
}
