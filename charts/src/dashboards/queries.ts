import type { Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards } from './index.ts';

/** One question of one panel. */
export interface PanelQuery {
  readonly dashboard: string;
  readonly panel: string;
  /** With Grafana's variables. */
  readonly expr: string;
}

/** Every question of every panel of every dashboard. */
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
  /** What stands for the chosen time: `6h`. */
  readonly range: string;
  /** What stands for a step, and for the range of rates. */
  readonly interval: string;
}

/** The question as Grafana puts it when these are chosen. */
export function withoutVariables(expr: string, { namespace, service, range, interval }: Chosen): string {
  const values = { __rate_interval: interval, __interval: interval, __range: range, namespace, service };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`$${name}`, value), expr);
}
