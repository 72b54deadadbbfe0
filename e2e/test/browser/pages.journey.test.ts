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
