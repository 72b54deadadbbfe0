import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { WatchedPage } from '../../src/browser.ts';
import { openBrowser, openPage, register, toast } from '../../src/browser.ts';
import type { OpenProduct } from '../../src/product.ts';
import { openProduct } from '../../src/product.ts';
import { business } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

let product: OpenProduct;
let browser: Browser;
let watched: WatchedPage;
let email: string;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
beforeEach(async () => {
  watched = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  email = newEmail('reader');
  await register(watched.page, product.url, email);
});
afterEach(async () => {
  const { complaints } = watched;
  await watched.close();
  expect(complaints).toEqual([]);
});

async function describeBusiness(): Promise<void> {
  const { page } = watched;
  await page.goto(`${product.url}/dashboard/configuration`);
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
}

async function addCommunities(names: readonly string[]): Promise<void> {
  const { page } = watched;
  for (const name of names) {
    await page.getByPlaceholder('r/startups').fill(name);
    await page.getByRole('button', { name: 'Add Subreddit' }).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: `Remove r/${name}` })
      .waitFor();
  }
}

it('from a description to a draft in the clipboard and a contacted lead, without a reload', async () => {
  const { page } = watched;
  await describeBusiness();
  await addCommunities(['freelance', 'smallbusiness']);
  await page.getByRole('link', { name: 'Leads' }).click();
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  await toast(page, 'Scan Complete!');

  const card = cards.filter({ hasText: 'Invoicing app that handles deposits' });
  await card.hover();
  await card.getByRole('button', { name: 'Write message' }).click();
  await card.locator('mark').first().waitFor();
  await card.getByText('Casual', { exact: true }).click();
  await card.getByRole('button', { name: 'Generate' }).click();
  const draft = card.getByRole('textbox');
  await page.waitForFunction(() => (document.querySelector('article textarea')?.textContent ?? '').length > 80);
  const written = await draft.inputValue();
  await card.getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copied to Clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);

  await card.getByRole('button', { name: 'Mark as Contacted' }).click();
  await toast(page, 'Status Updated');
  await card.getByText('Contacted', { exact: true }).waitFor();
  expect(await page.getAttribute('body', 'data-same-page')).toBe('yes');
});

it('a scan without a description says what is missing', async () => {
  const { page } = watched;
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(page, 'Scan Failed');
  await toast(page, 'Describe your business on the Configuration page before you start a scan');
});

it('communities are found, added, starred and removed in the picker', async () => {
  const { page } = watched;
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search communities').fill('freelance');
  await dialog.getByRole('button', { name: 'Add r/freelance', exact: true }).click();
  await toast(page, 'Subreddit Added');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Star r/freelance' }).click();
  await page.getByRole('button', { name: 'Unstar r/freelance' }).waitFor();

  await page.getByRole('button', { name: 'Manage Communities' }).click();
  await dialog.getByRole('button', { name: 'Remove r/freelance' }).click();
  await toast(page, 'Subreddit Removed');
  await dialog.getByText('No subreddits added yet').waitFor();
});

it('a signed-out visitor is sent to sign in and comes back where they wanted to go', async () => {
  const { page } = watched;
  await page.context().clearCookies();
  await page.goto(`${product.url}/dashboard/configuration`);
  await page.waitForURL('**/auth?return=%2Fdashboard%2Fconfiguration');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/configuration');
});

it('an unknown address has its page', async () => {
  const { page } = watched;
  await page.goto(`${product.url}/no/such/page`);
  await page.getByText('404 Page Not Found').waitFor();
});

it.each([
  [390, 'light'],
  [390, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('nothing overflows at %i px, %s', async (width, colorScheme) => {
  const { page } = watched;
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme });
  for (const path of ['/dashboard/leads', '/dashboard/configuration']) {
    await page.goto(product.url + path);
    await page.getByRole('main').waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect({ path, overflow }).toEqual({ path, overflow: 0 });
    expect(await page.evaluate(() => document.documentElement.className)).toContain(colorScheme);
  }
});
