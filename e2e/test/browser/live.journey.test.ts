import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signOut, toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeysAnywhere } from '../../src/journeys.ts';
import { setUpByCalls } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeysAnywhere();
let email: string;

beforeEach(async () => {
  email = newEmail('live');
  await enter(journey.page, journey.url, email);
  await openDashboard(journey.page, journey.url);
});

async function scanned(names: readonly string[]): Promise<Page> {
  const { page } = journey;
  await setUpByCalls(journey.watched, names);
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(page, 'Scan Complete!');
  await page.getByRole('article').first().waitFor();
  return page;
}

it('changes in one tab appear in the other without a reload', async () => {
  const page = await scanned(['freelance']);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  const card = page.getByRole('article').filter({ hasText: title });
  await card.hover();
  await card.getByRole('button', { name: 'Write message' }).click();
  await card.getByRole('button', { name: 'Skip', exact: true }).click();
  await other.getByRole('article').filter({ hasText: title }).waitFor({ state: 'detached' });
});

it('a session that ends elsewhere sends the page to sign in and keeps the way back', async () => {
  const { page } = journey;
  await page.getByLabel('Business description').waitFor();
  const ended = await page.request.post(`${journey.url}/api/auth/logout`);
  expect(ended.status()).toBe(204);
  await toast(page, 'Unauthorized');
  await page.waitForURL('**/auth?return=%2Fdashboard%2Fleads');
});

it('signing out leads to the start and leaves nothing behind', async () => {
  const { page } = journey;
  await signOut(page);
  await page.goto(`${journey.url}/dashboard/leads`);
  await page.waitForURL('**/auth?return=**');
});

it('the theme is chosen, kept and put on the root', async () => {
  const { page } = journey;
  // The menu opens next to its button, and content that is still loading would move the button.
  await page.getByLabel('Business description').waitFor();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page
    .getByRole('menuitem', { name: 'Dark' })
    .or(page.getByRole('menuitemradio', { name: 'Dark' }))
    .click();
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  await page.waitForFunction(() => localStorage.getItem('earshot-ui-theme') === 'dark');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
});

it('a wrong password and a taken address are shown', async () => {
  const { page } = journey;
  await signOut(page);
  await page.goto(`${journey.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await toast(page, 'Login failed');
  await toast(page, 'Invalid email or password');
});

it("a field's error from the server disappears when the field is corrected", async () => {
  const { page } = journey;
  await signOut(page);
  await page.goto(`${journey.url}/auth`);
  await page.getByText('Create an account').click();
  await page.getByLabel('Email').fill('no-address');
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByLabel('Confirm password').fill('a quiet harbour');
  await page.getByRole('button', { name: 'Create account' }).click();
  const notice = page.getByRole('main').getByText('Please enter a valid email address');
  await notice.waitFor();
  await page.getByLabel('Email').fill('no-address@example.test');
  await notice.waitFor({ state: 'detached' });
});
