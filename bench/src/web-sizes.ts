import { openBrowser, openPage, register } from '../../e2e/src/browser.ts';
import { openProduct } from '../../e2e/src/product.ts';
import type { Browser } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { table } from './figures.ts';

/** Limits for the first load, in KiB. */
const pages = [
  { name: 'landing', path: '/', most: 100 },
  { name: 'sign-in', path: '/auth', most: 260 },
  { name: 'leads', path: '/dashboard/leads', most: 390 },
] as const;

/** Loads a page until the network is idle and sums its scripts, compressed with gzip -9. */
async function fetched(browser: Browser, url: string, signedIn: boolean): Promise<{ kib: number; scripts: number }> {
  const { page, close } = await openPage(browser);
  if (signedIn) await register(page, new URL(url).origin, `sizes-${Date.now()}@example.test`);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  // Registration has already cached the scripts, so the cache is disabled to request all of them again.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await close();
  return { kib: bytes / 1024, scripts: sizes.length };
}

/** Measures the first-load JavaScript of the built web app. */
export async function benchWebSizes(print: (line: string) => void): Promise<void> {
  const product = await openProduct();
  const browser = await openBrowser();
  try {
    const rows: string[][] = [];
    for (const { name, path, most } of pages) {
      const { kib, scripts } = await fetched(browser, product.url + path, path.startsWith('/dashboard'));
      rows.push([name, String(scripts), kib.toFixed(1), String(most)]);
    }
    for (const line of table(['page', 'scripts', 'KiB, gzip -9', 'at most'], rows)) print(line);
  } finally {
    await browser.close();
    await product.stop();
  }
}
