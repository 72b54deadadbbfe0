import { expect, it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { sandboxCommunities, setUpByCalls } from '../../src/set-up.ts';

// Twenty requests in ten minutes: the first scan and the checks of sixteen communities leave three, so that the second
// scan must wait for the rate limit.
const journey = journeys({ settings: { SANDBOX_REQUESTS_PER_MINUTE: '2' } });

it('a scan that waits for the site is seen waiting and can be cancelled; its leads stay', async () => {
  const { page, watched, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await setUpByCalls(watched, sandboxCommunities.slice(0, 1));
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await page.getByRole('article').first().waitFor();
  await setUpByCalls(watched, sandboxCommunities.slice(1));
  await page.getByRole('button', { name: 'Start Scan' }).click();
  await toast(page, 'Scan Started');
  await page.getByRole('button', { name: 'Cancel scan' }).click();
  await toast(page, 'Scan Cancelled');
  await page.getByRole('button', { name: 'Start Scan' }).waitFor();
  expect(await page.getByRole('article').count()).toBeGreaterThan(0);
});
