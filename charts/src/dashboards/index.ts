import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { business } from './business.ts';
import { overview } from './overview.ts';
import { scanPipeline } from './scan-pipeline.ts';
import { dashboardOf } from './scopes.ts';
import { service } from './service.ts';

const specs = [overview, service, scanPipeline, business];

/** Every dashboard of the product, in recommended reading order. */
export function dashboards(): Dashboard[] {
  return specs.map((spec) => dashboardOf(spec));
}

/** Where the chart reads the dashboards. The repository does not keep these files. */
const folder = join(import.meta.dirname, '../../earshot/dashboards');

/** Writes the dashboards as Grafana JSON into the chart, and returns their paths. */
export function writeDashboards(): string[] {
  mkdirSync(folder, { recursive: true });
  return dashboards().map((one) => {
    const path = join(folder, `${one.uid}.json`);
    writeFileSync(path, `${JSON.stringify(one, null, 2)}\n`);
    return path;
  });
}
