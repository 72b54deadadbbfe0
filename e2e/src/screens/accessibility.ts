import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

// The minified build is less than half the size of `axe.source`. Each page parses it again.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const options = {
  runOnly: { type: 'tag', values: tags },
  // axe disables this rule by default, but WCAG 2.2 AA requires it.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
};
const found = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), html: z.string(), failureSummary: z.string() })),
  }),
);

/** The rules that depend on colors. */
const colorRules = {
  ...options,
  rules: {},
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Violations of WCAG 2.2 AA and of axe's best practices: the rule, the element, the reason. */
export const axeViolations = (page: Page): Promise<string[]> => violationsOf(page, options);

/** Violations of the rules that depend on colors. For a page that passed all rules in another theme: themes differ only in colors. */
export const colorViolations = (page: Page): Promise<string[]> => violationsOf(page, colorRules);

async function violationsOf(page: Page, rules: object): Promise<string[]> {
  // Evaluated through the debugger, because the page's content security policy forbids a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await run(page, 'document', rules);
  const lasting: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target, html, failureSummary } of nodes) {
      if (failureSummary.includes('partially obscured') && (await isUncovered(page, target))) continue;
      const reason = failureSummary.split('\n').slice(1).join(';').trim();
      lasting.push(`${id}: ${target.join(' ')} ${html.slice(0, 160)} (${reason.slice(0, 300)})`);
    }
  }
  return lasting;
}

async function run(page: Page, context: string, rules: object) {
  const script = `axe.run(${context}, ${JSON.stringify(rules)}).then(({ violations }) => violations)`;
  return found.parse(await page.evaluate(script));
}

/** A bar that sticks to an edge of the page may cover a part of a target. Whoever scrolls uncovers it. */
async function isUncovered(page: Page, [target]: readonly unknown[]): Promise<boolean> {
  const selector = JSON.stringify(target);
  await page.evaluate(`document.querySelector(${selector}).scrollIntoView({ block: 'center', behavior: 'instant' })`);
  const rule = { ...options, runOnly: { type: 'rule', values: ['target-size'] } };
  return (await run(page, selector, rule)).length === 0;
}
