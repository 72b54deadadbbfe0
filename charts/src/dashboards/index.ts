import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Generated } from '../generated.ts';
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

/** The dashboards as Grafana JSON, with stable contents. */
export function dashboardFiles(): Generated[] {
  return dashboards().map((one) => ({
    path: `earshot/dashboards/${one.uid}.json`,
    text: `${JSON.stringify(one, null, 2)}\n`,
  }));
}
