import { expect, it } from '@jest/globals';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys({ settings: { EARSHOT_BILLING: 'off' } });

it('without billing there is no trial card, no link and no page', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('link', { name: 'Upgrade Now' }).count()).toBe(0);
  expect(await page.getByText('Free Trial').count()).toBe(0);
  await page.goto(`${url}/dashboard/billing`);
  await page.waitForURL('**/dashboard/leads');
});
