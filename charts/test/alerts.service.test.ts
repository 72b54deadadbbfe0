import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { alertTable } from '../src/alerts/index.ts';
import { ruleFiles } from '../src/alerts/rules.ts';
import { metricsIn, unknownIn } from './metric-names.ts';
import { promtool, withPromtool } from './promtool.ts';

const root = new URL('../../', import.meta.url);
const runbooks = new URL('docs/runbooks/', root);
const names = Object.keys(alertTable).toSorted();
const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string().regex(/^\d+m$/),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string().min(5), description: z.string().min(5), runbook_url: z.string() }),
});
const rules = ruleFiles().flatMap(({ text }) => {
  const file = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) }).parse(parse(text));
  return file.groups.flatMap((group) => group.rules);
});
const cases = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
});
const tests = readdirSync(new URL('alerts/', import.meta.url)).map((name) => `charts/test/alerts/${name}`);

describe('alerts', () => {
  it('each ask for metrics that exist', () => {
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(names);
    for (const { alert, expr } of rules) {
      expect([alert, metricsIn(expr).length > 0]).toEqual([alert, true]);
      expect([alert, unknownIn(expr)]).toEqual([alert, []]);
    }
  });

  it('each name a runbook with meaning, diagnosis and fix, and each runbook belongs to an alert', () => {
    const pages = readdirSync(runbooks).filter((name) => name !== 'README.md');
    expect(pages.toSorted()).toEqual(names.map((name) => `${name}.md`));
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`RUNBOOK_URL/${alert}.md`);
      const text = readFileSync(new URL(`${alert}.md`, runbooks), 'utf8');
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
      expect(headings).toEqual([alert, 'Meaning', 'Diagnosis', 'Fix']);
      expect(text).toMatch(/^```sh$/m);
    }
  });

  it('each have a case that fires and one that does not', () => {
    const asked = tests.flatMap((path) =>
      cases.parse(parse(readFileSync(new URL(path, root), 'utf8'))).tests.flatMap((one) => one.alert_rule_test),
    );
    const of = (fires: boolean) =>
      new Set(asked.filter((one) => one.exp_alerts.length > 0 === fires).map((one) => one.alertname));
    expect([...of(true)].toSorted()).toEqual(names);
    expect([...of(false)].toSorted()).toEqual(names);
  });

  if (withPromtool('the test of alerts'))
    it('fire and keep quiet as their cases say', () => {
      const check = promtool('check', 'rules', ...ruleFiles().map(({ path }) => `charts/${path}`));
      expect(check).toMatchObject({ ok: true });
      expect(promtool('test', 'rules', ...tests)).toMatchObject({ ok: true });
    });
});
