import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const options = {
  runOnly: { type: 'tag', values: tags },
  // Off by default in axe; WCAG 2.2 AA asks for it.
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

/** What axe finds against WCAG 2.2 AA and its best practices: the rule, the element, the reason. */
export async function axeViolations(page: Page): Promise<string[]> {
  // By the debugger's way in: a script element would be against the page's policy.
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
