import type { Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards } from './index.ts';

/** One query of a panel. */
export interface PanelQuery {
  readonly dashboard: string;
  readonly panel: string;
  /** The expression with Grafana's variables. */
  readonly expr: string;
}

/** Every query of every panel of every dashboard. */
export function panelQueries(): PanelQuery[] {
  return dashboards().flatMap(({ uid = '', panels = [] }) => panels.flatMap((panel) => queriesOf(uid, panel)));
}

function queriesOf(dashboard: string, panel: Panel | RowPanel): PanelQuery[] {
  if (!('targets' in panel)) return [];
  return (panel.targets ?? []).flatMap((target) =>
    'expr' in target && typeof target.expr === 'string'
      ? [{ dashboard, panel: `${dashboard}: ${panel.title}`, expr: target.expr }]
      : [],
  );
}

export interface Chosen {
  readonly namespace: string;
  /** A regular expression. */
  readonly service: string;
  /** Replaces the selected time range: `6h`. */
  readonly range: string;
  /** Replaces the step and the range of rates. */
  readonly interval: string;
}

/** The expression that Grafana sends for these selections. */
export function withoutVariables(expr: string, { namespace, service, range, interval }: Chosen): string {
  const values = { __rate_interval: interval, __interval: interval, __range: range, namespace, service };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`$${name}`, value), expr);
}
