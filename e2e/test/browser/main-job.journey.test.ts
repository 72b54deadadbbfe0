import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { register, toast } from '../../src/browser.ts';
import { journeysAnywhere } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
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
