import { metricTable } from '@earshot/proto/metrics';
import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { alertTable } from '../src/alerts/index.ts';
import { panelQueries, withoutVariables } from '../src/dashboards/queries.ts';
import { dashboards } from '../src/dashboards/index.ts';
import { metricsIn, unknownIn } from './metric-names.ts';
import { promtool, withPromtool } from './promtool.ts';

const all = dashboards();
const queries = panelQueries();
const nowhere = { namespace: 'earshot', service: '.+', range: '6h', interval: '5m' };

describe('dashboards', () => {
  it('are four, and the same each time they are made', () => {
    expect(all.map(({ uid }) => uid)).toEqual([
      'earshot-overview',
      'earshot-service',
      'earshot-scan',
      'earshot-business',
    ]);
    expect(JSON.stringify(dashboards())).toBe(JSON.stringify(all));
  });

  it('ask for metrics that exist, in one installation', () => {
    for (const { panel, expr } of queries) {
      expect([panel, metricsIn(expr).length > 0, unknownIn(expr)]).toEqual([panel, true, []]);
      for (const [selector] of expr.matchAll(/\{[^}]*\}/g)) expect(selector).toContain('namespace="$namespace"');
    }
  });

  it('show every metric of the product', () => {
    const shown = new Set(
      queries.flatMap(({ expr }) => metricsIn(expr)).map((name) => name.replace(/_(bucket|count)$/, '')),
    );
    const own = Object.values(metricTable).filter((metric) => !('from' in metric));
    const missing = own.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(missing.map((name) => `${name} needs a panel in charts/src/dashboards`)).toEqual([]);
  });

  it('describe in each panel its content, normal values and what to do', () => {
    for (const { panels = [] } of all)
      for (const panel of panels) {
        if (panel.type === 'row' || !('description' in panel)) continue;
        expect(panel.description).toMatch(/^[^*]{10,}\n\n\*\*Normal:\*\* .+\n\n\*\*Otherwise:\*\* .+/);
      }
  });

  it('fill their rows without a panel over another', () => {
    for (const { uid, panels = [] } of all) {
      const taken = new Map<string, number>();
      const ids = new Set(panels.map(({ id }) => id));
      expect([uid, ids.size]).toEqual([uid, panels.length]);
      for (const { id = 0, gridPos } of panels) {
        const { x = 0, y = 0, w = 0, h = 0 } = gridPos ?? {};
        expect([uid, id, x + w <= 24]).toEqual([uid, id, true]);
        for (let row = y; row < y + h; row += 1)
          for (let column = x; column < x + w; column += 1) {
            const cell = `${column} ${row}`;
            expect([uid, id, cell, taken.get(cell)]).toEqual([uid, id, cell, undefined]);
            taken.set(cell, id);
          }
      }
      const lines = Map.groupBy(taken.keys(), (cell) => cell.split(' ')[1]);
      const short = [...lines].filter(([, cells]) => cells.length !== 24);
      const remedy = 'set the widths of the panels of this row in charts/src/dashboards';
      expect(short.map(([y, cells]) => `${uid}, y ${y}: ${cells.length} of 24 columns are filled; ${remedy}`)).toEqual(
        [],
      );
      expect(lines.size).toBe(Math.max(...[...lines.keys()].map(Number)) + 1);
    }
  });

  it('colour by the thresholds of alerts, and link their runbooks', () => {
    const linked = [...JSON.stringify(all).matchAll(/RUNBOOK_URL\/(\w+)\.md/g)];
    const names = new Set(linked.map(([, name = '']) => name));
    expect([...names].filter((name) => !(name in alertTable))).toEqual([]);
    const failing = all[0]?.panels?.find(({ title }) => title === 'Failing calls by service');
    const steps =
      failing !== undefined && 'fieldConfig' in failing ? failing.fieldConfig?.defaults.thresholds?.steps : [];
    expect(steps).toEqual([
      { value: null, color: 'green' },
      { value: alertTable.EarshotCallsFailing.fires.at, color: 'red' },
    ]);
  });

  it('fit into a ConfigMap each', () => {
    for (const one of all) expect([one.uid, JSON.stringify(one).length < 500_000]).toEqual([one.uid, true]);
  });

  if (withPromtool('the test of expressions'))
    it('are PromQL that Prometheus understands', () => {
      const folder = mkdtempSync(join(tmpdir(), 'earshot-panels-'));
      const rules = queries.map(({ expr }, index) => ({
        record: `panel_${index}`,
        expr: withoutVariables(expr, nowhere),
      }));
      writeFileSync(join(folder, 'panels.yaml'), stringify({ groups: [{ name: 'panels', rules }] }));
      const check = promtool('check', 'rules', join(folder, 'panels.yaml'));
      rmSync(folder, { recursive: true });
      expect(check).toMatchObject({ ok: true });
    });
});
