import { stringify } from 'yaml';
import type { Generated } from '../generated.ts';
import { allOf, compare, type Expression, unless } from '../promql.ts';
import { type Alert, runbookToken } from './alert.ts';
import { alertGroups } from './index.ts';
import { ruleScope } from './scope.ts';

/** The alerting rules for Prometheus, with placeholders to be replaced by the templates. */
export function ruleFiles(): Generated[] {
  return Object.entries(alertGroups).map(([group, alerts]) => {
    const rules = Object.entries<Alert>(alerts).map(([name, alert]) => ruleOf(name, alert));
    const text = stringify({ groups: [{ name: `earshot-${group}`, rules }] }, { lineWidth: 0 });
    const note = '# Written by `npm run chart` from charts/src/alerts; do not edit.';
    return { path: `earshot/alerts/${group}.yaml`, text: `${note}\n${text}` };
  });
}

function ruleOf(name: string, alert: Alert) {
  const measured = alert.measure(ruleScope);
  return {
    alert: name,
    expr: expressionOf(alert, measured),
    for: alert.for,
    labels: { severity: alert.severity },
    annotations: {
      summary: alert.summary,
      description: alert.description.replace('VALUE', valueOf(measured)),
      runbook_url: `${runbookToken}/${name}.md`,
    },
  };
}

/** The rule's expression, which is empty unless the alert fires. */
function expressionOf(alert: Alert, measured: Expression): string {
  const fires = compare(measured, alert.fires.when, alert.fires.at);
  const limited = alert.only === undefined ? fires : allOf(fires, alert.only(ruleScope));
  if (alert.unless === undefined) return limited.promql;
  return unless({ ...measured, promql: limited.promql }, alert.unless(ruleScope)).promql;
}

/** Formats the value for people; counts are whole numbers. */
function valueOf({ unit }: Expression): string {
  const format = new Map([
    ['ratio', 'humanizePercentage'],
    ['seconds', 'humanizeDuration'],
    ['bytes', 'humanize1024'],
  ]).get(unit);
  if (format !== undefined) return `{{ $value | ${format} }}`;
  return '{{ $value | printf "%.0f" }}';
}
