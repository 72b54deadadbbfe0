import { until } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';

const journey = journeys();

it('a link to a lead shows it open above the list, even if filters hide it, and it can be closed', async () => {
  const { page, card, open, leads } = await leadDesk(journey, 23);
  const [hidden] = await leads('&sortBy=score-low');
  const { id = '', title = '' } = hidden ?? {};
  await open(`?minScore=7.5&lead=${id}`);
  const section = page.getByRole('region', { name: 'Linked lead' });
  await section.getByRole('article', { name: title, exact: true }).waitFor();
  await section.getByRole('button', { name: 'Show less' }).waitFor();
  expect(await page.getByRole('article').getByRole('heading').first().innerText()).toBe(title);

  await section.getByRole('button', { name: 'Skip', exact: true }).click();
  await toast(page, 'The lead is skipped.');
  await section.getByText('Skipped', { exact: true }).waitFor();
  await page.keyboard.press('z');
  await section.getByText('Skipped', { exact: true }).waitFor({ state: 'detached' });

  await section.getByRole('button', { name: 'Show all leads' }).click();
  await section.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?minScore=7.5');
  await card(title).waitFor({ state: 'detached' });
});

it('a linked lead is not repeated in the list, and returns to its place when it is closed', async () => {
  const { page, card, open, leads } = await leadDesk(journey, 3);
  const [, second] = await leads();
  const { id = '', title = '' } = second ?? {};
  await open(`?lead=${id}`);
  await card(title).getByRole('button', { name: 'Show less' }).waitFor();
  await until('the three leads', async () => (await page.getByRole('article').count()) === 3);
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await page.waitForURL((url) => !url.searchParams.has('lead'));
  await page
    .getByRole('article')
    .nth(1)
    .filter({ has: page.getByRole('heading', { name: title }) })
    .waitFor();
});

it('a link to a deleted lead, or to a lead of another user, shows that, and the list still loads', async () => {
  const { page, open } = await leadDesk(journey, 2);
  await open('?lead=not-there');
  await page.getByText('This lead is not there any more.').waitFor();
  await until('the two leads', async () => (await page.getByRole('article').count()) === 2);
});

it('a signed-out user returns to the lead after signing in', async () => {
  const { page, url, leads } = await leadDesk(journey, 1);
  const id = (await leads())[0]?.id ?? '';
  await page.context().clearCookies();
  await page.goto(`${url}/dashboard/leads?lead=${id}`);
  await page.waitForURL((address) => address.pathname === '/auth');
  expect(new URL(page.url()).searchParams.get('return')).toBe(`/dashboard/leads?lead=${id}`);
});
