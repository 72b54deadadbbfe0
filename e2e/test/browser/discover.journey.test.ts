import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeysAnywhere } from '../../src/journeys.ts';
import { discovered } from '../../src/screens/discovered.ts';

const journey = journeysAnywhere();
const call = '**/api/public/discover-subreddits';
const product = 'Invoicing for freelance designers who chase late payments';

async function opened(): Promise<{ page: Page; dialog: ReturnType<Page['getByRole']> }> {
  const { page } = journey;
  await page.goto(journey.url);
  await page.getByRole('button', { name: 'Discover Communities' }).first().click();
  return { page, dialog: page.getByRole('dialog', { name: 'Discover Reddit Communities' }) };
}

it('names communities for a product, to anybody, and leads on to the waitlist', async () => {
  const { page, dialog } = await opened();
  const text = dialog.getByLabel('Product description');
  const find = dialog.getByRole('button', { name: 'Find Communities' });
  for (const tip of ['Be specific', 'target audience', 'problems it solves', 'industry'])
    await dialog.getByRole('listitem').filter({ hasText: tip }).waitFor();
  await dialog.getByText('0/500 characters').waitFor();
  await text.fill('Invoices');
  await becomes(() => find.isDisabled(), true);
  await dialog.getByText('At least 10 characters', { exact: true }).waitFor();
  await text.fill('x'.repeat(600));
  await dialog.getByText('500/500 characters').waitFor();
  await text.fill(product);
  await find.click();
  const results = page.getByRole('dialog', { name: 'Communities for you' });
  await results.getByText('r/freelance', { exact: true }).waitFor();
  expect(await results.getByRole('listitem').count()).toBeGreaterThan(0);
  await results.getByRole('button', { name: 'Join the waitlist' }).click();
  await results.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
  const box = await page.locator(':focus').boundingBox();
  expect(box && box.y >= 0 && box.y < 900).toBe(true);
});

it('shows each relevance in its own style, communities by their labels, and starts over on demand', async () => {
  const { page, dialog } = await opened();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(call, async (route) => {
    await held;
    await route.fulfill({ json: discovered });
  });
  await dialog.getByLabel('Product description').fill(product);
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  const analyzing = dialog.getByRole('button', { name: 'Analyzing' });
  await analyzing.waitFor();
  await becomes(() => analyzing.isDisabled(), true);
  answer();
  const results = page.getByRole('dialog', { name: 'Communities for you' });
  await results.getByText('Freelance designers who work alone').waitFor();
  await results.getByText('Accounting & Invoicing').waitFor();
  await becomes(() => results.getByText('r/DesignJobs').isVisible(), false);
  await results.getByText('Less likely to fit: 1 more community').click();
  await becomes(() => results.locator('strong').allInnerTexts(), ['r/freelance', 'r/graphic_design', 'r/DesignJobs']);
  expect(
    await results
      .locator('[data-look]')
      .filter({ hasText: 'relevance' })
      .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-look'))),
  ).toEqual(['default', 'secondary', 'outline']);
  await results.getByText('over 100K members · Careers & Work').waitFor();
  await results.getByText('Why: People there speak of invoicing.').waitFor();
  await results.getByRole('button', { name: 'Try Another' }).click();
  await becomes(() => dialog.getByLabel('Product description').inputValue(), '');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator(':focus').filter({ hasText: 'Discover Communities' }).waitFor();
});

it.each([
  [
    'the reason of the server',
    { status: 429, json: { success: false, error: 'Too many searches' } },
    'Too many searches',
  ],
  ['that there was none', { status: 502, body: '<html>' }, 'Failed to discover subreddits'],
  ['an answer that is none', { status: 200, json: { success: true } }, 'Invalid response format'],
  ['an answer without success', { status: 200, json: { ...discovered, success: false } }, 'Invalid response format'],
])('shows %s and keeps the description', async (_name, reply, message) => {
  const { page, dialog } = await opened();
  await page.route(call, (route) => route.fulfill(reply));
  await dialog.getByLabel('Product description').fill(product);
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  await toast(page, 'Discovery failed');
  await toast(page, message);
  await becomes(() => dialog.getByLabel('Product description').inputValue(), product);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
  await dialog.getByText(message, { exact: true }).waitFor();
});

it('scrolls to the waitlist 100 ms after the dialog is closed', async () => {
  const { page, dialog } = await opened();
  await page.route(call, (route) => route.fulfill({ json: discovered }));
  await dialog.getByLabel('Product description').fill(product);
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  const results = page.getByRole('dialog', { name: 'Communities for you' });
  const join = results.getByRole('button', { name: 'Join the waitlist' });
  await join.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await join.click();
  await results.waitFor({ state: 'hidden' });
  const isAtWaitlist = () => page.evaluate(() => document.activeElement?.getAttribute('name') === 'email');
  await page.clock.runFor(90);
  expect(await isAtWaitlist()).toBe(false);
  await page.clock.runFor(20);
  expect(await isAtWaitlist()).toBe(true);
});

it('shows that the server does not answer, and that a blank description is invalid', async () => {
  const { page, dialog } = await opened();
  await page.route(call, (route) => route.abort());
  await dialog.getByLabel('Product description').fill(product);
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  await toast(page, 'Failed to fetch');
  await page.evaluate(() => (globalThis.fetch = () => Promise.reject(new Error(''))));
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  await toast(page, 'Failed to discover subreddits. Please try again.');
  await dialog.getByLabel('Product description').fill(`shop${' '.repeat(20)}`);
  await dialog.getByRole('button', { name: 'Find Communities' }).click();
  await toast(page, 'Description too short');
  await toast(page, 'Please provide a more detailed product description (at least 10 characters).');
});
