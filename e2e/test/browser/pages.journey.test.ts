import { user } from '@earshot/proto/http/auth';
import { it } from '@jest/globals';
import { register } from '../../src/browser.ts';
import { findLeads } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();

it('filters and pages stand in the address, and back returns to them', async () => {
  const { page, product } = journey;
  await register(page, product.url, 'pages@example.test');
  const me = await page.request.get(`${product.url}/api/auth/user`);
  await findLeads(product, user.parse(await me.json()).id, 45);
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
