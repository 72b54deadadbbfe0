import { until } from '@earshot/core/testing';
import { it } from '@jest/globals';
import { enter, openDashboard } from '../../src/enter.ts';
import { findLeads } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();

it('filters and pages stand in the address, and back returns to them', async () => {
  const { page, product } = journey;
  const { id } = await enter(page, product.url);
  await findLeads(product, id, 45);
  await openDashboard(page, product.url);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**page=2**');
  await page.getByRole('button', { name: 'Page 2' }).and(page.locator('[aria-current="page"]')).waitFor();
  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByLabel('Business description').waitFor();
  await page.goBack();
  await page.waitForURL('**page=2**');
  await page.goto(`${product.url}/dashboard/leads?status=contacted`);
  await page.getByText('No lead matches these filters.').waitFor();
});

it('a page that is opened again shows its lists without asking for them', async () => {
  const { page, product } = journey;
  const { id } = await enter(page, product.url);
  await findLeads(product, id, 3);
  await openDashboard(page, product.url);
  const visits = async () => {
    for (const name of ['Messages', 'Analytics', 'Leads']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForLoadState('networkidle');
    }
  };
  const lists = new Set([
    '/api/leads',
    '/api/leads/scan/latest',
    '/api/generated-messages',
    '/api/drafts',
    '/api/analytics/stats',
  ]);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  // The live channel may still report the new leads during the first visits.
  await until('visits that ask for no list', async () => {
    asked.length = 0;
    await visits();
    return !asked.some((path) => lists.has(path));
  });
});
