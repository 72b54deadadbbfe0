import { freePorts } from '@earshot/core/testing';
import type { Browser } from 'playwright-core';
import { openBrowser, sessionCookies } from '../../e2e/src/browser.ts';
import { findLeads } from '../../e2e/src/find-leads.ts';
import { startProduct, webRoot } from '../../e2e/src/product.ts';
import { Visitor } from '../../e2e/src/visitor.ts';
import lighthouse, { desktopConfig } from 'lighthouse';
import { percentile, table } from './figures.ts';

/** Lighthouse opens its pages in the browser's default context, so the session's cookies are set there. */
async function signIn(browser: Browser, visitor: Visitor): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.setCookies', { cookies: sessionCookies(visitor) });
  await session.detach();
}

const runs = 5;
const leads = 25;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const devices = [
  { name: 'mobile', config: undefined },
  { name: 'desktop', config: desktopConfig },
] as const;
/** The page for members comes last, because a member who opens the sign-in page is redirected. */
const pages = [
  { name: 'landing', path: '/', forMembers: false },
  { name: 'sign-in', path: '/auth', forMembers: false },
  { name: 'leads', path: '/dashboard/leads', forMembers: true },
] as const;

/** Lighthouse scores of a page: the median of five runs for each category. */
async function medians(url: string, port: number, config: typeof desktopConfig | undefined): Promise<string[]> {
  const scores = new Map<string, number[]>(categories.map((category) => [category, []]));
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...categories] }, config);
    if (result?.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${result?.lhr.finalDisplayedUrl}`);
    for (const [category, values] of scores) values.push((result.lhr.categories[category]?.score ?? Number.NaN) * 100);
  }
  return categories.map((category) => percentile(scores.get(category) ?? [], 50).toFixed(0));
}

/** Lighthouse scores of the landing page, the sign-in page and the leads page of a member, on mobile and desktop. */
export async function benchLighthouse(print: (line: string) => void): Promise<void> {
  const product = await startProduct({ settings: { WEB_ROOT: webRoot } });
  const [port = 0] = await freePorts(1);
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const rows: string[][] = [];
    for (const { name: page, path, forMembers } of pages) {
      if (forMembers) {
        const visitor = await Visitor.registered(product.url);
        await findLeads(product, visitor.userId, leads, 0);
        await signIn(browser, visitor);
      }
      for (const { name: device, config } of devices)
        rows.push([page, device, ...(await medians(product.url + path, port, config))]);
    }
    for (const line of table(['page', 'device', ...categories], rows)) print(line);
  } finally {
    await browser.close();
    await product.stop();
  }
}
