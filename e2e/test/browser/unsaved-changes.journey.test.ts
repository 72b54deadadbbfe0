import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
import { choose } from '../../src/forms.ts';
import { journeys } from '../../src/journeys.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys();
const words = 'Invoices for florists who forget to send them';
let email: string;

beforeEach(async () => {
  email = newEmail('writer');
  await enter(journey.page, journey.url, email);
  await openConfiguration(journey.page);
});

async function openConfiguration(page: Page): Promise<void> {
  await page.goto(`${journey.url}/dashboard/configuration`);
  await page.getByLabel('Business description').waitFor();
}

async function type(): Promise<void> {
  await journey.page.getByLabel('Business description').fill(words);
  await journey.page.getByText('Unsaved changes').waitFor();
}

const question = () => journey.page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = async (name: 'Stay' | 'Leave') => {
  await question().getByRole('button', { name, exact: true }).click();
  await question().waitFor({ state: 'hidden' });
};
const typed = () => journey.page.getByLabel('Business description').inputValue();

it('a link asks before edits are left behind; staying keeps them and the focus', async () => {
  const { page } = journey;
  await type();
  const link = page.getByRole('link', { name: 'Settings' });
  await link.click();
  await question().waitFor();
  await answer('Stay');
  expect(new URL(page.url()).pathname).toBe('/dashboard/configuration');
  await link.and(page.locator(':focus')).waitFor();
  await becomes(typed, words);

  await link.click();
  await question().waitFor();
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'hidden' });
  await becomes(typed, words);

  await link.click();
  await answer('Leave');
  await page.waitForURL('**/dashboard/settings');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByLabel('Business description').waitFor();
  await becomes(typed, '');
  await becomes(() => page.getByText('You have changes from earlier').count(), 0);
});

it('going back asks, and goes back', async () => {
  const { page } = journey;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/dashboard/settings');
  await page.getByRole('link', { name: 'Configuration' }).click();
  await type();
  await page.evaluate(() => history.back());
  await question().waitFor();
  await becomes(typed, words);
  await answer('Leave');
  await page.waitForURL('**/dashboard/settings');
});

it('signing out asks first, and nothing is asked once the edits are saved or discarded', async () => {
  const { page } = journey;
  const signOut = page.getByRole('button', { name: /^Sign out$/ });
  await type();
  await signOut.click();
  await question().waitFor();
  await answer('Stay');
  expect((await page.request.get(`${journey.url}/api/auth/user`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Discard' }).click();
  await becomes(typed, '');
  await type();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  await signOut.click();
  await page.waitForURL(`${journey.url}/`);
});

it('closing the tab asks by the browser own words', async () => {
  const { page } = journey;
  await type();
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');
  await becomes(typed, words);
});

it('input from before the session ended is offered after signing in again', async () => {
  const { page } = journey;
  await type();
  expect((await page.request.post(`${journey.url}/api/auth/logout`)).status()).toBe(204);
  await page.waitForURL('**/auth?return=%2Fdashboard%2Fconfiguration');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/configuration');
  await page.getByText('You have changes from earlier that were not saved.').waitFor();
  await becomes(typed, '');
  await page.getByRole('button', { name: 'Restore' }).click();
  await becomes(typed, words);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
  await page.reload();
  await page.getByLabel('Business description').waitFor();
  await becomes(typed, words);
  await becomes(() => page.getByText('You have changes from earlier').count(), 0);
});

it('two tabs: untouched fields follow, a field changed in both is reported and nothing is lost', async () => {
  const { page } = journey;
  const data = { businessDescription: 'Flour for bakers' };
  await page.request.post(`${journey.url}/api/configuration`, { data });
  await openConfiguration(page);
  await type();
  const other = await page.context().newPage();
  await openConfiguration(other);
  await choose(other, 'Scan frequency', 'Daily');
  await other.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(other, 'Configuration Saved');
  await page.getByRole('main').getByText('Daily', { exact: true }).waitFor();
  await becomes(typed, words);

  await other.getByLabel('Business description').fill('Contracts for bakers');
  await other.getByRole('button', { name: 'Save Configuration' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'These settings were changed elsewhere.' });
  await notice.waitFor();
  await becomes(typed, words);
  await page.getByRole('button', { name: 'Use those changes' }).click();
  await notice.waitFor({ state: 'detached' });
  await becomes(typed, 'Contracts for bakers');
  await becomes(() => page.getByText('Unsaved changes').count(), 0);
});
