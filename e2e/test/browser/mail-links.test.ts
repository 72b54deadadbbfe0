import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, register, toast } from '../../src/browser.ts';
import { linkIn } from '../../src/mailbox.ts';
import type { Product } from '../../src/product.ts';
import { startProduct, webRoot } from '../../src/product.ts';
import { newEmail } from '../../src/visitor.ts';

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

it('a forgotten password is replaced by the link of a mail', async () => {
  const { page, complaints, close } = await openPage(browser);
  const email = newEmail('forgetful');
  await register(page, product.url, email);
  await page.context().clearCookies();
  await page.goto(`${product.url}/auth`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a mail with a link is on its way').waitFor();
  const link = await linkIn(product, email, 'password');
  await page.goto(product.url + link.pathname + link.search);
  const set = page.getByRole('button', { name: 'Set the password' });
  await page.getByLabel('New password').fill('password');
  await page.getByLabel('Confirm password').fill('other');
  await set.click();
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel('Confirm password').fill('password');
  await set.click();
  await page.getByRole('alert').filter({ hasText: 'most used' }).first().waitFor();
  await page.getByLabel('New password').fill('a new harbour');
  await page.getByLabel('Confirm password').fill('a new harbour');
  await set.click();
  await toast(page, 'Password set');
  await page.waitForURL('**/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a new harbour');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/leads**');
  expect(complaints).toEqual([]);
  await close();
});

it('an address is verified by opening the link; a wrong link says so', async () => {
  const { page, complaints, close } = await openPage(browser);
  const email = newEmail('verifier');
  await register(page, product.url, email);
  const link = await linkIn(product, email, 'Confirm');
  await page.goto(product.url + link.pathname + link.search);
  await page.getByText('Your email address is confirmed').waitFor();
  for (const path of ['/verify-email?token=wrong', '/verify-email']) {
    await page.goto(product.url + path);
    await page.getByRole('alert').waitFor();
  }
  expect(complaints).toEqual([]);
  await close();
});

it('unsubscribing asks first', async () => {
  const { page, complaints, close } = await openPage(browser);
  await page.goto(`${product.url}/unsubscribe?token=wrong`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('alert').filter({ hasText: 'no longer valid' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
