import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

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

/** Violations of WCAG 2.2 AA and of axe's best practices: the rule, the element, the reason. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger, because the page's content security policy forbids a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = found.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => {
      const reason = failureSummary.split('\n').slice(1).join(';').trim();
      return `${id}: ${target.join(' ')} ${html.slice(0, 160)} (${reason.slice(0, 300)})`;
    }),
  );
}
