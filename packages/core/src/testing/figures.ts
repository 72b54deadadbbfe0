import { type MetricKey, metricTable } from '@earshot/proto/metrics';

/**
 * Reads a metric from a scrape, or undefined if it is absent. Sums all series with the given `labels`. For a histogram
 * it reads `_count`, unless `part` is given.
 */
export function figureOf(
  scrape: string,
  key: MetricKey,
  labels: Readonly<Record<string, string>> = {},
  part = metricTable[key].type === 'histogram' ? '_count' : '',
): number | undefined {
  const name = `${metricTable[key].name}${part}`;
  const found = scrape.split('\n').flatMap((line) => {
    const { given, value, of } = /^(?<of>\w+)(?:\{(?<given>.*)\})? (?<value>\S+)$/.exec(line)?.groups ?? {};
    const has = Object.entries(labels).every(([label, wanted]) =>
      `,${given ?? ''},`.includes(`,${label}="${wanted}",`),
    );
    return of === name && has ? [Number(value)] : [];
  });
  return found.length === 0 ? undefined : found.reduce((sum, value) => sum + value, 0);
}
