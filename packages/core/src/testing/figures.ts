import type { MetricKey } from '@earshot/proto/metrics';
import { metricTable } from '@earshot/proto/metrics';

/**
 * A value of a scrape, undefined where it is not there. `labels` are those that must be so; several series that have them
 * add up. Of a histogram the `_count` unless `part` says otherwise.
 */
export function figureOf(
  scrape: string,
  key: MetricKey,
  labels: Readonly<Record<string, string>> = {},
  part = metricTable[key].type === 'histogram' ? '_count' : '',
): number | undefined {
  const name = `${metricTable[key].name}${part}`;
  const found = scrape.split('\n').flatMap((line) => {
    const { told, value, of } = /^(?<of>\w+)(?:\{(?<told>.*)\})? (?<value>\S+)$/.exec(line)?.groups ?? {};
    const has = Object.entries(labels).every(([label, wanted]) => `,${told ?? ''},`.includes(`,${label}="${wanted}",`));
    return of === name && has ? [Number(value)] : [];
  });
  return found.length === 0 ? undefined : found.reduce((sum, value) => sum + value, 0);
}
