import { allServices } from '@earshot/all-in-one/services';
import { type Metric, metricTable } from '@earshot/proto/metrics';
import { platformSettings } from '@earshot/service-kit';
import { clusterSettings, tracingSettings } from '@earshot/service-kit/operations';
import { z } from 'zod';
import { type Generated, written } from './generated.ts';

/** The pages with tables of metrics and settings, with updated rows. */
export async function documentFiles(): Promise<readonly Generated[]> {
  const [metrics, cluster] = ['../docs/metrics.md', '../docs/cluster.md'] as const;
  const all: readonly Metric[] = Object.values(metricTable);
  const isOwn = ({ from }: Metric) => from === undefined;
  const product = all.filter(isOwn).map(metricRow);
  const runtime = all.filter((metric) => !isOwn(metric)).map(metricRow);
  const withProduct = withRows(await written(metrics), 'The product', product);
  return [
    { path: metrics, text: withRows(withProduct, 'Node and its process', runtime) },
    { path: cluster, text: withRows(await written(cluster), 'Settings', [...clusterRows()].map(settingRow)) },
  ];
}

/** Replaces the rows of the first table below a heading. Throws if the page lacks the heading or the table. */
export function withRows(page: string, heading: string, rows: readonly string[]): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  const lines = page.slice(start).split('\n');
  const first = lines.findIndex((line) => line.startsWith('| `'));
  if (start < 0 || first < 0) throw new Error(`the page lacks a table below "${heading}"`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  return page.slice(0, start) + lines.toSpliced(first, length, ...rows).join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function metricRow({ name, type, unit, on, help, labels, values = {} }: Metric): string {
  const known = labels.map((label) => `\`${label}\`${values[label] ? `: ${values[label].join(', ')}` : ''}`);
  return row([`\`${name}\``, type, unit, known.join('; '), on === 'every' ? 'every' : on.join(', '), help]);
}

interface Setting {
  readonly isNeeded: boolean;
  readonly readers: readonly string[];
  readonly what: string;
}

const described = z.object({ shape: z.record(z.string(), z.instanceof(z.ZodType)) });

/** Every setting that the processes of a cluster read, from the schemas that parse them. */
export function clusterRows(): ReadonlyMap<string, Setting> {
  const shared = [clusterSettings, platformSettings, tracingSettings].map((schema) => ({ reader: 'all', schema }));
  const own = allServices.map(({ name, config }) => ({ reader: name, schema: config }));
  const found = new Map<string, Setting>();
  for (const { reader, schema } of [...shared, ...own]) {
    for (const [name, field] of Object.entries(described.parse(schema).shape)) {
      const known = found.get(name);
      const readers = [...new Set([...(known?.readers ?? []), reader])];
      const isNeeded = known?.isNeeded ?? !field.safeParse(undefined).success;
      found.set(name, { isNeeded, readers, what: known?.what ?? field.description ?? '' });
    }
  }
  return found;
}

function settingRow([name, { isNeeded, readers, what }]: readonly [string, Setting]): string {
  return row([`\`${name}\``, isNeeded ? 'needed' : '', readers.includes('all') ? 'all' : readers.join(', '), what]);
}
