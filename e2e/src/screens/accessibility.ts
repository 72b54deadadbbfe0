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
  const run = `axe.run(document, ${JSON.stringify(rules)}).then(({ violations }) => violations)`;
  const violations = found.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => {
      const reason = failureSummary.split('\n').slice(1).join(';').trim();
      return `${id}: ${target.join(' ')} ${html.slice(0, 160)} (${reason.slice(0, 300)})`;
    }),
  );
}
