import { until } from '@earshot/core/testing';
import { it } from '@jest/globals';
import { enter, openDashboard } from '../../src/enter.ts';
import { findLeads } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();

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
