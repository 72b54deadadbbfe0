import type { Metric } from '@earshot/proto/metrics';
import { metricTable } from '@earshot/proto/metrics';
import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';

const all: readonly Metric[] = Object.values(metricTable);

function labelsOf({ labels, values = {} }: Metric): string {
  const descriptions = labels.map((label) => {
    const known = values[label];
    return known === undefined ? `\`${label}\`` : `\`${label}\`: ${known.join(', ')}`;
  });
  return descriptions.join('; ');
}

function rowOf(metric: Metric): string {
  const { name, type, unit, on, help } = metric;
  const cells = [`\`${name}\``, type, unit, labelsOf(metric), on === 'every' ? 'every' : on.join(', '), help];
  return `| ${cells.join(' | ')} |`;
}

it('docs/metrics.md lists every declared metric', async () => {
  const text = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  const written = text.split('\n').filter((line) => line.startsWith('| `'));
  const squeezed = (rows: readonly string[]) => rows.map((row) => row.replaceAll(/ +/g, ' '));
  expect(squeezed(written)).toEqual(squeezed(all.map(rowOf)));
});

it('names are valid in Prometheus and unique', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, type, unit, from, labels, values = {}, help } of all.filter((one) => one.from === undefined)) {
    expect([name, from]).toEqual([expect.stringMatching(/^earshot_[a-z_]+$/), undefined]);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect([name, /_(seconds|bytes)$/.exec(name)?.[1] ?? 'none']).toEqual([
      name,
      unit === 'seconds' || unit === 'bytes' ? unit : 'none',
    ]);
    expect([name, Object.keys(values).filter((label) => !labels.includes(label))]).toEqual([name, []]);
    expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z1].*[^.]$/)]);
  }
});
