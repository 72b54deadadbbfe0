import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from '../../src/browser.ts';
import type { Product } from '../../src/product.ts';
import { startProduct, webRoot } from '../../src/product.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ settings: { WEB_ROOT: webRoot } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

it('Continue with Sandbox ID leads to the page that was asked for, and no rule of ours is broken on the way', async () => {
  const { page, complaints, close } = await openPage(browser);
  await page.goto(`${product.url}/dashboard/configuration`);
  await page.waitForURL('**/auth?return=**');
  await page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor();
  await page.getByRole('button', { name: 'Ada Founder' }).click();
  await page.waitForURL('**/dashboard/configuration');
  await page.getByLabel('Business description').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('who says no, or has no verified address, reads why on the sign-in page and can try again', async () => {
  const { page, complaints, close } = await openPage(browser);
  const start = () => page.getByRole('button', { name: 'Continue with Sandbox ID' }).click();
  await page.goto(`${product.url}/auth`);
  await start();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('alert').getByText('You did not agree to sign in.').waitFor();
  await start();
  await page.getByLabel('Name').fill('Zoë');
  await page.getByLabel('Email').fill('zoe@example.test');
  await page.getByLabel('Address verified').uncheck();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Your email address is not verified there.').waitFor();
  await start();
  await page.getByLabel('Email').fill('zoe@example.test');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/leads');
  expect(complaints).toEqual([]);
  await close();
});
