import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import * as bargauge from '@grafana/grafana-foundation-sdk/bargauge';
import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import * as prometheus from '@grafana/grafana-foundation-sdk/prometheus';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as table from '@grafana/grafana-foundation-sdk/table';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';
import { runbookToken } from '../alerts/alert.ts';
import { type AlertName, alertTable } from '../alerts/index.ts';
import { ruleScope } from '../alerts/scope.ts';
import type { Expression } from '../promql.ts';
import { grafanaUnit } from './units.ts';

/**
 * The texts and lines of a panel. Every panel has all of them, so that a person on call finds the answer in the panel.
 */
export interface PanelSpec {
  readonly title: string;
  /** What the panel shows, in one sentence. */
  readonly shows: string;
  /** How it looks in normal operation. */
  readonly normal: string;
  /** What to do otherwise. */
  readonly otherwise: string;
  /** All lines have the same unit. In the legend, a name precedes the labels' values. */
  readonly lines: readonly { readonly of: Expression; readonly name?: string }[];
  /** The alert whose threshold is drawn and whose runbook is linked. */
  readonly alert?: AlertName;
  /** The value from which the panel is red, if there is no alert or its threshold differs. */
  readonly worseFrom?: number;
  /** Width in columns of 24. By default the panels of a row are equally wide. */
  readonly width?: number;
  /** Text for a missing value. */
  readonly none?: string;
}

interface Place {
  readonly id: number;
  /** The width of each panel if a row is divided equally. */
  readonly share: number;
}

/** A panel without its id and position. */
export type Panel = (place: Place) => Builder<dashboard.Panel>;

export const datasource = { type: 'prometheus', uid: '${datasource}' } as const;

const heights = { number: 3, graph: 6 } as const;

/** Lines over time. */
export function graph(spec: PanelSpec, style: 'lines' | 'stacked' = 'lines'): Panel {
  return (place) => {
    const builder = dressed(new timeseries.PanelBuilder(), spec, heights.graph, place)
      .legend(new common.VizLegendOptionsBuilder().displayMode(common.LegendDisplayMode.List).showLegend(true))
      .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi))
      .min(0)
      .fillOpacity(style === 'stacked' ? 40 : 8)
      .showPoints(common.VisibilityMode.Never);
    if (style === 'stacked') builder.stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal));
    if (spec.alert !== undefined)
      builder.thresholdsStyle(
        new common.GraphThresholdsStyleConfigBuilder().mode(common.GraphThresholdsStyleMode.Dashed),
      );
    return withQueries(builder, spec, 'over time');
  };
}

/** Hourly bars. Expressions must look back over `$__interval`. */
export function hourly(spec: PanelSpec): Panel {
  return (place) =>
    withQueries(
      dressed(new timeseries.PanelBuilder(), spec, heights.graph, place)
        .drawStyle(common.GraphDrawStyle.Bars)
        .stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal))
        .fillOpacity(70)
        .min(0)
        .decimals(0)
        .interval('1h'),
      spec,
      'over time',
    );
}

/** A number, coloured by the alert's threshold. */
export function number(spec: PanelSpec): Panel {
  const judged = spec.alert !== undefined || spec.worseFrom !== undefined;
  return (place) =>
    withQueries(
      dressed(new stat.PanelBuilder(), spec, heights.number, place)
        .graphMode(common.BigValueGraphMode.None)
        .decimals(isCount(unitOf(spec)) ? 0 : 2)
        .colorMode(judged ? common.BigValueColorMode.Value : common.BigValueColorMode.None)
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull'])),
      spec,
      'now',
    );
}

/** One horizontal bar per series. */
export function bars(spec: PanelSpec): Panel {
  return (place) =>
    withQueries(
      dressed(new bargauge.PanelBuilder(), spec, heights.graph, place)
        .orientation(common.VizOrientation.Horizontal)
        .displayMode(common.BarGaugeDisplayMode.Basic)
        .min(0)
        .decimals(0)
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull'])),
      spec,
      'now',
    );
}

/** One row per series. */
export function list(spec: PanelSpec): Panel {
  return (place) =>
    withQueries(
      dressed(new table.PanelBuilder(), spec, heights.graph, place).withTransformation({
        id: 'organize',
        options: { excludeByName: { Time: true, Value: true } },
      }),
      spec,
      'as a table',
    );
}

/** The methods shared by all panel builders. */
interface AnyBuilder extends Builder<dashboard.Panel> {
  id(id: number): this;
  title(title: string): this;
  description(description: string): this;
  datasource(source: common.DataSourceRef): this;
  span(width: number): this;
  height(height: number): this;
  unit(unit: string): this;
  noValue(text: string): this;
  thresholds(thresholds: Builder<dashboard.ThresholdsConfig>): this;
  links(links: Builder<dashboard.DashboardLink>[]): this;
  withTarget(target: Builder<prometheus.Dataquery>): this;
}

function dressed<B extends AnyBuilder>(builder: B, spec: PanelSpec, height: number, { id, share }: Place): B {
  builder
    .id(id)
    .title(spec.title)
    .description(descriptionOf(spec))
    .datasource(datasource)
    .span(spec.width ?? share)
    .height(height)
    .unit(grafanaUnit(unitOf(spec)))
    .noValue(spec.none ?? 'nothing')
    .thresholds(thresholdsOf(spec));
  if (spec.alert !== undefined) {
    const link = new dashboard.DashboardLinkBuilder(`Runbook ${spec.alert}`);
    builder.links([link.type(dashboard.DashboardLinkType.Link).url(`${runbookToken}/${spec.alert}.md`)]);
  }
  return builder;
}

function withQueries<B extends AnyBuilder>(builder: B, spec: PanelSpec, how: 'now' | 'over time' | 'as a table'): B {
  for (const [index, { of, name }] of spec.lines.entries()) {
    const query = new prometheus.DataqueryBuilder().refId(String.fromCharCode(65 + index)).expr(of.promql);
    const labels = of.by.map((label) => `{{${label}}}`).join(' · ');
    query.datasource(datasource).legendFormat([name, labels].filter(Boolean).join(' ') || spec.title);
    if (how === 'over time') query.range();
    else query.instant();
    if (how === 'as a table') query.format(prometheus.PromQueryFormat.Table);
    builder.withTarget(query);
  }
  return builder;
}

/** Whether the unit is a count, which has no fractions. */
function isCount(unit: string): boolean {
  return !['seconds', 'bytes', 'ratio'].includes(unit) && !unit.endsWith('/s');
}

function unitOf({ title, lines }: PanelSpec): string {
  const units = new Set(lines.map(({ of }) => of.unit));
  const [unit] = units;
  if (unit === undefined || units.size > 1) throw new Error(`${title} has not one unit: ${[...units].join()}`);
  return unit;
}

function descriptionOf({ shows, normal, otherwise, alert }: PanelSpec): string {
  const called =
    alert === undefined ? '' : ` The alert ${alert} (${alertTable[alert].severity}) has its threshold here.`;
  return `${shows}\n\n**Normal:** ${normal}\n\n**Otherwise:** ${otherwise}${called}`;
}

/** Green on the good side of the threshold; neutral without a threshold. */
function thresholdsOf(spec: PanelSpec): dashboard.ThresholdsConfigBuilder {
  const { alert, worseFrom } = spec;
  const builder = new dashboard.ThresholdsConfigBuilder().mode(dashboard.ThresholdsMode.Absolute);
  if (worseFrom !== undefined)
    return builder.steps([
      { value: null, color: 'green' },
      { value: worseFrom, color: 'red' },
    ]);
  if (alert === undefined) return builder.steps([{ value: null, color: 'text' }]);
  const { severity, fires, measure } = alertTable[alert];
  const { unit } = measure(ruleScope);
  if (unit !== unitOf(spec)) throw new Error(`${spec.title} is in ${unitOf(spec)}, ${alert} in ${unit}`);
  const bad = severity === 'critical' ? 'red' : 'orange';
  const [below, above] = fires.when.startsWith('<') ? [bad, 'green'] : ['green', bad];
  return builder.steps([
    { value: null, color: below },
    { value: fires.at, color: above },
  ]);
}
