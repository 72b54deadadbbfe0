import { until } from '@earshot/core/testing';
import { examples } from '@earshot/proto/http/examples';
import { scanJob } from '@earshot/proto/http/scan';
import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives } from '../../src/keyboard/focus.ts';
import { leadDesk } from '../../src/lead-desk.ts';
import { business } from '../../src/set-up.ts';

const journey = journeys();

const palette = () => journey.page.getByRole('dialog', { name: 'Search and commands' });
const field = () => palette().getByRole('combobox');
const active = () => palette().getByRole('option', { selected: true });
const press = (key: string) => journey.page.keyboard.press(key);

/** Opens the palette by its key and types. */
async function search(text: string): Promise<void> {
  await press('Control+k');
  await focusArrives('the field', field());
  await journey.page.keyboard.insertText(text);
}

/** Opens the palette, types, and chooses the first option once it has this name. */
async function run(text: string, name: string | RegExp): Promise<void> {
  await search(text);
  await active().filter({ hasText: name }).waitFor();
  await press('Enter');
  await palette().waitFor({ state: 'hidden' });
}

it('Ctrl+K goes to pages, sections and leads by arrow keys and Enter, and Escape returns the focus', async () => {
  const { page, open } = await leadDesk(journey, 12);
  await open();
  const opener = page.getByRole('button', { name: 'Export' });
  await opener.focus();
  await search('');
  await active().filter({ hasText: 'Leads' }).waitFor();
  await press('ArrowDown');
  await active().filter({ hasText: 'Configuration' }).waitFor();
  expect(await field().getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'));
  await press('ArrowUp');
  await press('ArrowUp');
  await active().filter({ hasText: 'Sign out' }).waitFor();
  await press('Escape');
  await palette().waitFor({ state: 'hidden' });
  await focusArrives('what had it before', opener);

  await search('found post');
  await palette().getByText('7.1').waitFor();
  const found = await palette().getByRole('group', { name: 'Leads' }).getByRole('option').allInnerTexts();
  expect(found).toHaveLength(6);
  expect(found[0]).toBe('Search leads for “found post”');
  expect(found.slice(1).map((text) => /Found post \d+/.exec(text)?.[0])).toEqual(
    [11, 10, 9, 8, 7].map((number) => `Found post ${number}`),
  );
  await press('ArrowDown');
  await active().filter({ hasText: 'Found post 11' }).waitFor();
  await press('Enter');
  await page.waitForURL(/\/dashboard\/leads\?lead=/);
  await page.getByRole('article', { name: 'Found post 11' }).getByRole('button', { name: 'Show less' }).waitFor();

  await run('found post 3', 'Search leads for “found post 3”');
  await page.waitForURL('**/dashboard/leads?q=found+post+3&status=all');
  await run('mess', 'Messages');
  await page.getByRole('main', { name: 'Generated Messages' }).and(page.locator(':focus')).waitFor();
  await run('settings sess', 'Settings: Sessions');
  await page.waitForURL('**/dashboard/settings#sessions');
  await focusArrives('the section', page.getByRole('region', { name: 'Sessions' }));
  await page
    .getByRole('navigation', { name: 'On this page' })
    .locator('[aria-current]', { hasText: 'Sessions' })
    .waitFor();
  await search('nothing like this');
  await active().filter({ hasText: 'Search leads for “nothing like this”' }).waitFor();
  await palette().getByText('No lead has these words.').waitFor();
});

it('it lists the saved views and opens them from any page', async () => {
  const { page, url } = await leadDesk(journey, 3);
  const view = { name: 'Morning round', filters: { status: 'new', minScore: 6, sortBy: 'score-high' } };
  expect((await page.request.post(`${url}/api/lead-views`, { data: view })).ok()).toBe(true);
  await openDashboard(page, url, '/dashboard/messages');
  await search('');
  await palette().getByRole('group', { name: 'Saved views' }).getByRole('option', { name: 'Morning round' }).waitFor();
  await press('Escape');
  await run('round', 'Morning round');
  await page.waitForURL('**/dashboard/leads?minScore=6&sortBy=score-high');
  await page.getByText('3 leads', { exact: true }).waitFor();
});

it('it starts and cancels a scan, opens the picker and the notifications, changes the theme and signs out', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url, '/dashboard/messages');
  const post = async (path: string, data: object) =>
    expect((await page.request.post(url + path, { data })).ok()).toBe(true);
  await post('/api/configuration', { businessDescription: business });
  await post('/api/subreddits', { name: 'freelance' });
  await run('start', 'Start Scan');
  await toast(page, 'Scan Started');
  await until('the end of the scan', async () => {
    await search('scan');
    const label = await active().innerText();
    await press('Escape');
    await palette().waitFor({ state: 'hidden' });
    return label === 'Start Scan';
  });
  const running = { ...scanJob.parse(examples['latestScan']?.response), status: 'processing', completedAt: null };
  await page.route('**/api/leads/scan/latest', (route) => route.fulfill({ json: running }));
  await page.route(`**/api/leads/scan/cancel/${running.id}`, (route) =>
    route.fulfill({ json: { ...running, status: 'cancelled' } }),
  );
  await page.reload();
  await page.getByRole('main', { name: 'Generated Messages' }).waitFor();
  await run('stop', 'Cancel scan');
  await toast(page, 'Scan Cancelled');
  await page.unroute('**/api/leads/scan/latest');

  await run('manage', 'Manage Communities');
  const picker = page.getByRole('dialog', { name: 'Manage Communities' });
  await picker.getByLabel('Search communities').waitFor();
  await press('Control+k');
  expect(await palette().count()).toBe(0);
  await press('Escape');
  await picker.waitFor({ state: 'hidden' });

  await run('bell', 'Show notifications');
  const news = page.getByRole('dialog', { name: 'Notifications' });
  await focusArrives('the notifications', news);
  await press('Escape');
  await news.waitFor({ state: 'hidden' });

  await run('dark', 'Use the dark theme');
  await page.locator('html.dark').waitFor();
  await run('sign out', 'Sign out');
  await page.waitForURL(`${url}/`);
});

it('the key opens it from a text field, whose text stays, and closes it again; unsaved changes are asked for', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url, '/dashboard/configuration');
  const description = page.getByLabel('Business description');
  await description.fill('A quiet shop');
  await search('x');
  await press('Control+k');
  await palette().waitFor({ state: 'hidden' });
  await focusArrives('the text', description);
  await becomes(() => description.inputValue(), 'A quiet shop');
  await run('sign', 'Sign out');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await becomes(() => description.inputValue(), 'A quiet shop');
});

it('on a phone the navigation has a button for it, and the focus returns to the button of the navigation', async () => {
  const { page, url } = journey;
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, url);
  await openDashboard(page, url, '/dashboard/messages');
  const navigation = page.getByRole('button', { name: 'Open navigation' });
  const openPalette = async () => {
    await navigation.click();
    await page.getByRole('dialog', { name: 'Earshot' }).getByRole('button', { name: 'Search' }).click();
    await focusArrives('the field', field());
  };
  await openPalette();
  await palette().getByRole('button', { name: 'Close' }).click();
  await palette().waitFor({ state: 'hidden' });
  await focusArrives('what opened the navigation', navigation);
  await openPalette();
  await field().fill('search');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await field().fill('upgrade');
  await palette().getByRole('option', { name: 'Upgrade Now' }).click();
  await page.waitForURL('**/dashboard/billing');
  await page.getByRole('main', { name: 'Billing' }).and(page.locator(':focus')).waitFor();
});
