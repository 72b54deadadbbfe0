import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadFrom } from '../../src/find-leads.ts';
import { leadDesk } from '../../src/lead-desk.ts';
import { removeAtSite } from '../../src/remove-post.ts';

const journey = journeys();
const statusCalls = '**/api/leads/*/status';

const undoButton = () =>
  journey.page.getByRole('region', { name: /^Notification/ }).getByRole('button', { name: 'Undo' });

it('a skipped lead leaves the new ones at once, the next takes its place, and Undo brings it back to its own', async () => {
  const { page, titles, open, leads } = await leadDesk(journey, 5);
  await open('?status=new');
  const before = await titles();
  await page.getByText('5 leads', { exact: true }).waitFor();

  // Delays the server's answer until the page has shown the change.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(statusCalls, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByText('4 leads', { exact: true }).waitFor();
  await becomes(titles, before.toSpliced(1, 1));
  await page.waitForFunction((title) => document.activeElement?.querySelector('h2')?.textContent === title, before[2]);
  expect((await leads('&status=skipped')).length).toBe(0);
  answer();
  await toast(page, 'Status Updated');
  await toast(page, 'The lead is skipped.');
  expect((await leads('&status=skipped')).map(({ title }) => title)).toEqual([before[1]]);

  await undoButton().click();
  await page.getByText('5 leads', { exact: true }).waitFor();
  await becomes(titles, before);
  await toast(page, 'The lead is new again.');
  expect((await leads('&status=skipped')).length).toBe(0);
});

it('a conflict with another tab shows what the other tab did', async () => {
  const { page, card, titles, open } = await leadDesk(journey, 2);
  // Without its live connection the page does not learn of the change.
  await page.routeWebSocket('**/ws', () => undefined);
  await open();
  const [first = ''] = await titles();
  const id = await card(first).getAttribute('data-lead');
  for (const status of ['contacted', 'responded']) {
    await page.request.patch(`${journey.url}/api/leads/${id}/status`, { data: { status } });
  }
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await toast(page, 'Update Failed');
  await card(first).getByText('Responded', { exact: true }).waitFor();
});

it('the focus stays with the cards when the button that was pressed goes', async () => {
  const { page, titles, open } = await leadDesk(journey, 4);
  await open();
  const [first, second, third] = await titles();
  const focused = (title = '') =>
    page.waitForFunction(
      (wanted) => document.activeElement?.matches('article') && document.activeElement.textContent?.includes(wanted),
      title,
    );
  const bar = page.getByRole('group', { name: 'Selected leads' });
  await page.keyboard.press('j');
  await page.getByRole('article').first().getByRole('button', { name: 'Skip', exact: true }).press('Enter');
  await toast(page, 'The lead is skipped.');
  await focused(first);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Skip 1 lead' }).press('Enter');
  await bar.waitFor({ state: 'detached' });
  await focused(second);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await bar.waitFor({ state: 'detached' });
  await focused(third);
});

it('a reply is recorded after the post was removed, and nothing can be written about it', async () => {
  const { page, userId, card, open, leads } = await leadDesk(journey, 0);
  const title = 'Which tool for invoices?';
  const words = {
    title,
    selftext: 'I send ten a month.',
    author: 'quiet_heron',
    url: '/sandbox/r/freelance/comments/x/',
  };
  const figures = { score: 1, comments: 0, createdAt: new Date() };
  await leadFrom(journey.product, userId, { id: 't3_soongone', community: 'freelance', ...words, ...figures });
  await open();
  await card(title).getByRole('heading').getByRole('button').click();
  await card(title).getByRole('button', { name: 'Mark as Fully Engaged' }).click();
  await removeAtSite(journey.product, 't3_soongone');
  const lead = card('Removed by its author');
  await lead.getByRole('button', { name: 'They replied' }).click();
  await toast(page, 'The lead is marked as responded.');
  expect((await leads())[0]?.status).toBe('responded');
  expect(await lead.getByRole('button', { name: 'Mark as Fully Engaged' }).count()).toBe(0);
  await lead.getByRole('button', { name: 'Back to contacted' }).waitFor();
});

it('They replied follows a contact, and goes back to it', async () => {
  const { page, card, titles, open, leads } = await leadDesk(journey, 1);
  await open();
  const [first = ''] = await titles();
  const lead = card(first);
  await lead.getByRole('heading').getByRole('button').click();
  await lead.getByRole('button', { name: 'Mark as Fully Engaged' }).click();
  await lead.getByRole('button', { name: 'They replied' }).click();
  await toast(page, 'The lead is marked as responded.');
  expect((await leads())[0]?.status).toBe('responded');
  await undoButton().click();
  await toast(page, 'The lead is marked as contacted.');
  await lead.getByRole('button', { name: 'Back to new' }).click();
  await toast(page, 'The lead is new again.');
  expect((await leads())[0]?.status).toBe('new');
});
