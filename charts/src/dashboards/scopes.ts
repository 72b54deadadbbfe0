import { metricTable } from '@earshot/proto/metrics';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { job } from '../alerts/alert.ts';
import { type Figures, figures } from '../promql.ts';
import { datasource, type Panel } from './panels.ts';

const ours = `namespace="$namespace",job="${job}"`;
const options = { window: '$__rate_interval', keep: [], zeros: true } as const;

/** The whole installation in the selected namespace. */
export const installation: Figures = figures({ where: ours, ...options });
/** The selected service, or all services. */
export const oneService: Figures = figures({ where: `${ours},service=~"$service"`, ...options });
/** Matchers for external metrics. */
export const installationMatchers = ours;

/** In Grafana's columns. */
const rowWidth = 24;

export interface DashboardSpec {
  /** Used in its address and its file name. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Start of the default time range: `now-6h`. */
  readonly from: string;
  /** Whether the dashboard has a selection of services. */
  readonly choosesService: boolean;
  /** Rows of panels with a total width of 24 columns. A row with a name has a heading. */
  readonly rows: readonly { readonly name?: string; readonly panels: readonly Panel[] }[];
}

/** The dashboard as Grafana JSON. Panel ids follow the order of panels, so that the output is stable. */
export function dashboardOf(spec: DashboardSpec): dashboard.Dashboard {
  const builder = new dashboard.DashboardBuilder(spec.title)
    .uid(spec.uid)
    .description(spec.description)
    .tags(['earshot'])
    .timezone('browser')
    .tooltip(dashboard.DashboardCursorSync.Crosshair)
    .refresh('30s')
    .time({ from: spec.from, to: 'now' })
    .editable()
    .links([otherDashboards()]);
  for (const variable of variablesOf(spec)) builder.withVariable(variable);
  let id = 0;
  for (const { name, panels } of spec.rows) {
    if (name !== undefined) builder.withRow(new dashboard.RowBuilder(name).id(++id));
    for (const panel of panels) builder.withPanel(panel({ id: ++id, share: rowWidth / panels.length }));
  }
  return builder.build();
}

function otherDashboards() {
  return new dashboard.DashboardLinkBuilder('Earshot')
    .type(dashboard.DashboardLinkType.Dashboards)
    .tags(['earshot'])
    .asDropdown(true)
    .includeVars(true)
    .keepTime(true);
}

function variablesOf({ choosesService }: DashboardSpec) {
  const metric = metricTable.processStartTimeSeconds.name;
  const query = (name: string, label: string, where: string) =>
    new dashboard.QueryVariableBuilder(name)
      .label(label)
      .datasource(datasource)
      .query(`label_values(${metric}{${where}}, ${name})`)
      .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
      .sort(dashboard.VariableSort.AlphabeticalAsc);
  const all = [
    new dashboard.DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'),
    query('namespace', 'Namespace', `job="${job}"`),
  ];
  if (!choosesService) return all;
  return [...all, query('service', 'Service', ours).includeAll(true).allValue('.+').multi(true)];
}
