import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { setUpByCalls } from '../../src/set-up.ts';

const journey = journeys();

async function secondTab(path?: string): Promise<Page> {
  const other = await journey.page.context().newPage();
  await openDashboard(other, journey.url, path);
  return other;
}

it('a scan that one tab starts is followed in the other, to its end and to the bell', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await setUpByCalls(journey.watched, ['freelance']);
  const other = await secondTab();
  await page.getByRole('button', { name: 'Start Your First Scan' }).click();
  for (const tab of [page, other]) {
    await toast(tab, 'Scan Complete!');
    await tab.getByRole('article').first().waitFor();
    await tab.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  }
});
