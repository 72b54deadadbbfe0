import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { register, toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeysAnywhere } from '../../src/journeys.ts';
import { business, setUpByCalls } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeysAnywhere({ permissions: ['clipboard-read', 'clipboard-write'] });

async function describeBusiness(): Promise<void> {
  const { page } = journey;
  await page.goto(`${journey.url}/dashboard/configuration`);
  await page.getByLabel('Business description').fill(business);
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await toast(page, 'Configuration Saved');
}

async function addCommunities(names: readonly string[]): Promise<void> {
  const { page } = journey;
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
  const { page, url } = journey;
  await register(page, url, newEmail('reader'));
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
  // The row of points whose quote is clicked points out its words in the post.
  await card.getByRole('button', { name: /^“/ }).first().click();
  await card.locator('mark[data-shown="true"]').first().waitFor();
  await card.getByText('Casual', { exact: true }).click();
  await card.getByRole('button', { name: 'Generate' }).click();
  const draft = card.getByRole('textbox');
  await page.waitForFunction(() => (document.querySelector('article textarea')?.textContent ?? '').length > 80);
  const written = await draft.inputValue();
  await card.getByRole('button', { name: 'Copy', exact: true }).click();
  await toast(page, 'Copied to Clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);

  await card.getByRole('button', { name: 'Mark as Contacted' }).click();
  await toast(page, 'Status Updated');
  await card.waitFor({ state: 'detached' });
  await becomes(() => page.getAttribute('body', 'data-same-page'), 'yes');
});

it('a scan without a business description names what is missing', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await setUpByCalls(journey.watched, ['freelance']);
  await page.getByRole('button', { name: 'Start Your First Scan' }).waitFor();
  await page.request.post(`${url}/api/configuration`, { data: { businessDescription: '' } });
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(page, 'Scan Failed');
  await toast(page, 'Describe your business on the Configuration page before you start a scan');
});

it('communities are found, added, starred and removed in the picker', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
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

it('a signed-out visitor is sent to the sign-in and returns to the wanted page', async () => {
  const { page, url } = journey;
  const { email } = await enter(page, url);
  await page.context().clearCookies();
  await page.goto(`${url}/dashboard/configuration`);
  await page.waitForURL('**/auth?return=%2Fdashboard%2Fconfiguration');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard/configuration');
});

it('an unknown address has its page', async () => {
  const { page } = journey;
  await page.goto(`${journey.url}/no/such/page`);
  await page.getByText('404 Page Not Found').waitFor();
});
