import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, toast } from '../../src/browser.ts';
import type { Product } from '../../src/product.ts';
import { startProduct, webRoot } from '../../src/product.ts';

const password = 'let me in';
let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ settings: { WEB_ROOT: webRoot, DEV_ACCESS_PASSWORD: password } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

it('before the release a page leads to the gate; the password opens the way to the sign-in', async () => {
  const { page, complaints, close } = await openPage(browser);
  await page.goto(`${product.url}/dashboard/leads`);
  await page.waitForURL('**/dev-access');
  const enter = page.getByRole('button', { name: 'Access Dashboard' });
  await enter.click();
  await toast(page, 'Password is required');
  await page.getByLabel('Password').fill('a guess');
  await enter.click();
  await toast(page, 'Invalid password. Access denied.');
  await page.getByLabel('Password').fill(password);
  await enter.click();
  await page.waitForURL('**/auth');
  await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('the page of the API shows the calls, asks nobody outside and breaks no rule of ours', async () => {
  const { page, complaints, close } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const opened = await page.request.post(`${product.url}/api/dev-auth`, { data: { password } });
  expect(opened.status()).toBe(200);
  await page.goto(`${product.url}/api/docs`);
  await page.getByText('/api/leads/{id}/generate-message').first().waitFor();
  await page.getByText('Makes an account and signs in').click();
  await page.getByText('An account with this email already exists').first().waitFor();
  expect(await page.getByText('Warning').count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(product.url) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
