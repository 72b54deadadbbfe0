import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { leadDesk } from '../../src/lead-desk.ts';
import { setUpByCalls } from '../../src/set-up.ts';

const journey = journeys();
const listCalls = '**/api/leads?*';

async function choose(filter: string, choice: string): Promise<void> {
  const { page } = journey;
  await page.getByRole('combobox', { name: filter, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click();
}

it('filters narrow the list, stand in the address, come back, and are cleared at once', async () => {
  const { page, open } = await leadDesk(journey, 25);
  await open('?minScore=7.5');
  await page.getByText('10 leads', { exact: true }).waitFor();
  await page.getByText('Score 7.5+', { exact: true }).waitFor();
  await choose('Minimum score', 'Score 8+');
  await page.waitForURL('**?minScore=8&*');
  await page.getByText('5 leads', { exact: true }).waitFor();
  await choose('Sort', 'Highest score');
  await page.waitForURL('**sortBy=score-high**');
  await page.getByRole('article').first().getByText('8.4').waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByText('10 leads', { exact: true }).waitFor();

  await page.getByText('Any time', { exact: true }).waitFor();
  await choose('Time range', 'Last 24 hours');
  await page.waitForURL('**timeRange=24h**');
  await choose('Status', 'Responded');
  await page.getByText('No leads found.').waitFor();
  await page.getByText('No lead matches these filters.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await page.getByText('25 leads', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?sortBy=recent');
});

it('shows new leads, the best on top; of all statuses, the new ones come first', async () => {
  const { page, url, titles, leads } = await leadDesk(journey, 8);
  const [contacted] = await leads('&sortBy=score-high');
  const change = { data: { status: 'contacted' } };
  await page.request.patch(`${url}/api/leads/${contacted?.id ?? ''}/status`, change);
  const all = await leads('&sortBy=open');
  expect(all.at(-1)?.id).toBe(contacted?.id);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByText('7 leads', { exact: true }).waitFor();
  await page.getByRole('article').nth(6).waitFor();
  await becomes(
    titles,
    all.slice(0, -1).map(({ title }) => title),
  );
  await page.goto(`${url}/dashboard/leads?status=all`);
  await page.getByRole('article').nth(7).waitFor();
  await becomes(
    titles,
    all.map(({ title }) => title),
  );
});

it('a search finds leads by their words while the user types, and stands in the address', async () => {
  const { page, titles, open, leads } = await leadDesk(journey, 25);
  const [wanted] = await leads();
  await open();
  const box = page.getByRole('searchbox', { name: 'Search leads' });
  await box.fill((wanted?.title ?? '').toUpperCase());
  await page.getByText('1 lead', { exact: true }).first().waitFor();
  await becomes(titles, [wanted?.title]);
  expect(new URL(page.url()).searchParams.get('q')).toBe(wanted?.title.toUpperCase());
  await page.reload();
  await page.getByRole('article').first().waitFor();
  await becomes(() => box.inputValue(), wanted?.title.toUpperCase());
  await box.fill('zeppelin');
  await page.getByText('No lead matches these filters.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await page.getByText('25 leads', { exact: true }).waitFor();
  await becomes(() => box.inputValue(), '');
});

it('filtered leads are exported as a file, and a failure is shown', async () => {
  const { page, open } = await leadDesk(journey, 12);
  await open('?minScore=7');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('leads.csv');
  await toast(page, 'Export Complete');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('id,title,subreddit,author,score');
  expect(lines.length).toBe(1 + 2);
  await page.route('**/api/leads/export*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Export' }).click();
  await toast(page, 'Export Failed');
  await toast(page, 'Failed to export leads.');
  await page.goto(`${journey.url}/dashboard/leads?q=zeppelin`);
  await page.getByText('No lead matches these filters.').waitFor();
  const idle = page.getByRole('button', { name: 'Export', disabled: true });
  await becomes(() => idle.getAttribute('aria-description'), 'No lead matches the filters');
});

it('pages have their ends, the way back finds the place, and a page beyond the end is the last one', async () => {
  const { page, titles, open } = await leadDesk(journey, 25);
  await open('?page=9');
  await page.waitForURL('**&page=2');
  const current = page.locator('[aria-current="page"]');
  const pager = page.getByRole('navigation', { name: 'Leads: pages' });
  await pager.getByRole('button', { name: 'Page 2' }).and(current).waitFor();
  await becomes(() => pager.getByRole('button', { name: 'Next' }).isDisabled(), true);
  expect((await titles()).length).toBe(5);
  await pager.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.getByRole('article').nth(19).waitFor();
  await becomes(() => pager.getByRole('button', { name: 'Previous' }).isDisabled(), true);
  await page.evaluate(() => scrollTo(0, 900));
  const [first] = await titles();
  await pager.getByRole('button', { name: 'Next' }).click();
  await page.waitForFunction((title) => document.querySelector('article h2')?.textContent !== title, first);
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => scrollY > 500);
  expect((await titles())[0]).toBe(first);
});

it('Next continues where the page ended although leads arrive, and a reload reads by the page number', async () => {
  const { page, titles, open, find, leads } = await leadDesk(journey, 45);
  const all = (await leads()).map(({ title }) => title);
  // With a live connection page 1 would show the new leads, and Next would continue after them.
  await page.routeWebSocket('**/ws', () => undefined);
  await open();
  await page.getByRole('article').nth(19).waitFor();
  await find(3);
  const next = page.getByRole('button', { name: 'Next' });
  for (const rest of [all.slice(20, 40), all.slice(40)]) {
    await next.click();
    await page.getByRole('heading', { name: rest[0] ?? '', exact: true }).waitFor();
    await becomes(titles, rest);
  }
  await page.reload();
  await page.getByRole('heading', { name: all[37] ?? '', exact: true }).waitFor();
  await becomes(titles, all.slice(37));
});

it('Next falls back to the page number if the server no longer accepts the position', async () => {
  const { page, titles, open, leads } = await leadDesk(journey, 25);
  const all = (await leads()).map(({ title }) => title);
  await page.route('**/api/leads?*after=*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/after=[^&]+/, 'after=of-an-earlier-key'),
    }),
  );
  await open();
  const refused = page.waitForResponse((response) => response.status() === 400);
  await page.getByRole('button', { name: 'Next' }).click();
  expect((await refused).url()).toContain('after=of-an-earlier-key');
  await page.getByRole('heading', { name: all[20] ?? '', exact: true }).waitFor();
  await becomes(titles, all.slice(20));
});

it('a list that cannot be loaded is tried again in its place; one that is shown stays', async () => {
  const { page, url } = await leadDesk(journey, 2);
  // With a live connection the page would reload the list without user action.
  await page.routeWebSocket('**/ws', () => undefined);
  const fails = () => page.route(listCalls, (route) => route.fulfill({ status: 503, body: '' }));
  await fails();
  await page.goto(`${url}/dashboard/leads?status=all`);
  await page.getByText('Could not load your leads').waitFor();
  await page.unroute(listCalls);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('article').nth(1).waitFor();

  await fails();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  const notice = page.getByText('The list could not be refreshed.');
  await notice.waitFor();
  await becomes(() => page.getByRole('article').count(), 2);
  await page.getByRole('article').first().getByText('Skipped', { exact: true }).waitFor();
  await page.unroute(listCalls);
  await page.getByRole('button', { name: 'Retry' }).click();
  await notice.waitFor({ state: 'detached' });
});

it('without leads, the first scan is offered', async () => {
  const { page, url } = await leadDesk(journey, 0);
  await page.goto(`${url}/dashboard/leads`);
  await setUpByCalls(journey.watched, ['freelance']);
  await page.getByText('No leads found.').waitFor();
  await page.getByRole('button', { name: 'Start Your First Scan' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
});

it('at 390 px the filters open by a button that shows how many are set', async () => {
  const { page, open } = await leadDesk(journey, 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await open('?minScore=5&status=new');
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await choose('Relevance', 'Low');
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
  expect(new URL(page.url()).searchParams.get('relevance')).toBe('low');
});
