import { openBrowser, openPage, signInAs } from '../../e2e/src/browser.ts';
import { findLeads } from '../../e2e/src/find-leads.ts';
import { startProduct, webRoot } from '../../e2e/src/product.ts';
import { Visitor } from '../../e2e/src/visitor.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Browser } from 'playwright-core';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sleep } from './earshot-process.ts';
import { table } from './figures.ts';

/** The pages, the element that shows that each is ready, and the limit for its first load in KiB. */
const pages = [
  { name: 'landing', path: '/', ready: 'h1', most: 88 },
  { name: 'sign-in', path: '/auth', ready: 'form', most: 190 },
  { name: 'leads', path: '/dashboard/leads', ready: 'article', most: 240 },
] as const;

const leads = 25;
/** Prefetching starts within this time after the first content, and no request of it takes longer. */
const quietMs = 8_000;

interface Sizes {
  readonly scripts: number;
  /** The scripts that were requested before the page was ready, in KiB. */
  readonly first: number;
  /** The scripts that were prefetched afterwards, in KiB. */
  readonly later: number;
}

/** Loads a page without a cache and sums its scripts, compressed with gzip -9. */
async function fetched(browser: Browser, url: string, ready: string, member: Visitor | null): Promise<Sizes> {
  const { page, close } = await openPage(browser);
  if (member) await signInAs(page, member);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  const scripts = sizes.length;
  let seen: number;
  do {
    seen = sizes.length;
    await sleep(quietMs);
  } while (sizes.length > seen);
  const all = await Promise.all(sizes);
  await close();
  const kib = (some: readonly number[]) => some.reduce((sum, size) => sum + size, 0) / 1024;
  return { scripts, first: kib(all.slice(0, scripts)), later: kib(all.slice(scripts)) };
}

/**
 * Builds the web app if necessary and measures its first-load JavaScript, and what it prefetches once a page is idle.
 * Prints a line instead if there is no Chromium.
 */
export async function benchWebSizes(print: (line: string) => void): Promise<void> {
  if (findChromium() === undefined)
    return print('skipped, because no Chromium was found: install one, or set CHROMIUM');
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../../scripts/ensure-web.mjs', import.meta.url)),
  ]);
  const product = await startProduct({ settings: { WEB_ROOT: webRoot } });
  const browser = await openBrowser();
  try {
    const member = await Visitor.registered(product.url);
    await findLeads(product, member.userId, leads);
    const rows: string[][] = [];
    for (const { name, path, ready, most } of pages) {
      const signedIn = path.startsWith('/dashboard') ? member : null;
      const { scripts, first, later } = await fetched(browser, product.url + path, ready, signedIn);
      rows.push([name, String(scripts), first.toFixed(1), String(most), later.toFixed(1)]);
    }
    for (const line of table(['page', 'scripts', 'KiB, gzip -9', 'at most', 'prefetched'], rows)) print(line);
  } finally {
    await browser.close();
    await product.stop();
  }
}
