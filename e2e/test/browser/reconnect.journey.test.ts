import { afterEach, beforeEach, it } from '@jest/globals';
import { enter, openDashboard } from '../../src/enter.ts';
import { findLeads } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { layWire, type Wire } from '../../src/wire.ts';

const journey = journeys({ cutsWire: true });
let wire: Wire;
beforeEach(async () => {
  wire = await layWire(journey.url);
});
afterEach(() => wire.stop());

const offline = () => journey.page.getByText('You are offline. What you see may be out of date.');
const reconnecting = () => journey.page.getByRole('main').getByText('Reconnecting');
const bell = (name: string) => journey.page.getByRole('button', { name, exact: true });

it('a lost connection is announced once; after it returns, missed changes appear without user input', async () => {
  const { page, product } = journey;
  const { id } = await enter(page, wire.url);
  await openDashboard(page, wire.url);
  await page.getByLabel('Business description').waitFor();
  wire.cut();
  await reconnecting().waitFor();
  await offline().waitFor();
  await findLeads(product, id, 3);
  wire.mend();
  await page.getByRole('article').first().waitFor();
  await reconnecting().waitFor({ state: 'detached' });
  await offline().waitFor({ state: 'detached' });
});

it('without a network a search fails in place, and is repeated when the network returns', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Manage Communities' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
  const found = dialog.getByRole('button', { name: /^Add r\// }).first();
  await found.waitFor();
  await page.context().setOffline(true);
  await offline().waitFor();
  await dialog.getByLabel('Search communities').fill('wedding');
  await dialog.getByText('Could not load suggestions').waitFor();
  await page.context().setOffline(false);
  await found.waitFor();
  await offline().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await bell('Notifications').waitFor();
});

it('a page that could not be fetched loads by itself when the connection returns', async () => {
  const { page } = journey;
  await enter(page, wire.url);
  await page.route('**/assets/analytics-page-*.js', (route) => route.abort('internetdisconnected'));
  await openDashboard(page, wire.url);
  await page.getByLabel('Business description').waitFor();
  wire.cut();
  await offline().waitFor();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('heading', { name: 'This page stopped working' }).waitFor();
  await page.unroute('**/assets/analytics-page-*.js');
  wire.mend();
  await page.getByRole('group', { name: 'Total Leads' }).waitFor();
});
