import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, register, toast } from '../../src/browser.ts';
import type { Product } from '../../src/product.ts';
import { startProduct, webRoot } from '../../src/product.ts';
import { sandboxCommunities, setUpByCalls } from '../../src/set-up.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  // Ten requests in ten minutes: a scan of sixteen communities must wait for the site.
  const settings = {
    WEB_ROOT: webRoot,
    SANDBOX_REQUESTS_PER_MINUTE: '1',
  };
  product = await startProduct({ settings });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

it('a scan that waits for the site is seen waiting and can be cancelled; its leads stay', async () => {
  const watched = await openPage(browser);
  const { page } = watched;
  await register(page, product.url, 'patient@example.test');
  await setUpByCalls(watched, sandboxCommunities);
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await page.getByRole('article').first().waitFor();
  await page.getByRole('button', { name: 'Cancel scan' }).click();
  await toast(page, 'Scan Cancelled');
  await page.getByRole('button', { name: 'Start Scan' }).waitFor();
  expect(await page.getByRole('article').count()).toBeGreaterThan(0);
  expect(watched.complaints).toEqual([]);
  await watched.close();
});
