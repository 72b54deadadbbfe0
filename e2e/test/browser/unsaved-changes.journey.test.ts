import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter } from '../../src/enter.ts';
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
