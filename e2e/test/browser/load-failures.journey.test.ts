import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import type { WatchedPage } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { type ScreenUser, screenUsers } from '../../src/screens/screen-users.ts';
import { failures } from '../../src/load-failures/failures.ts';
import { type Load, loads } from '../../src/load-failures/loads.ts';

const journey = journeys();
let pages: Record<ScreenUser, WatchedPage>;
beforeAll(async () => {
  pages = await screenUsers(journey.product, journey.browser);
});
afterAll(async () => {
  for (const { close } of Object.values(pages)) await close();
});

const shown = (page: Page, { shows }: Load) =>
  page.getByText(shows).or(page.getByLabel(shows)).filter({ visible: true }).first().waitFor();

it.each(loads)('$what, at $path: shows its shape, then each failure in place, and Retry recovers', async (load) => {
  const { page, complaints } = pages.owner;
  const call = `**${load.call}`;
  const notice = page.getByRole('alert').filter({ hasText: `Could not load ${load.what}` });
  const retry = notice.first().getByRole('button', { name: 'Retry' });
  const shape = page.getByRole('status', { name: load.waiting ?? load.what });
  const held = Promise.withResolvers<void>();
  for (const [index, { answer, message: reason }] of failures.entries()) {
    // The latest route wins. Adding it without removing the old one leaves no gap in which an automatic reload
    // succeeds.
    await page.route(call, async (route) => {
      await held.promise;
      await answer(route);
    });
    if (index > 0) await retry.click();
    else {
      // The activity feed stands beside the leads on wide screens only.
      await page.setViewportSize({ width: 1600, height: 900 });
      await page.goto(journey.url + load.path);
      if (load.waiting !== undefined) {
        await shape.waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
      }
      held.resolve();
    }
    await notice.filter({ hasText: reason }).first().waitFor();
    expect(await notice.first().innerText()).toContain('Nothing was changed.');
  }
  await page.unroute(call);
  await Promise.any([retry.click(), shown(page, load)]);
  await shown(page, load);
  await notice.first().waitFor({ state: 'detached' });
  if (load.waiting !== undefined) await shape.waitFor({ state: 'detached' });
  expect(complaints.splice(0)).toEqual([]);
});

it('the list of communities in the sidebar shows a failure on one line, which retries', async () => {
  const { page, complaints } = pages.owner;
  await page.route('**/api/subreddits', (route) => route.abort('connectionrefused'));
  await page.goto(`${journey.url}/dashboard/leads`);
  const notice = page.getByRole('button', { name: 'Could not load. Retry' });
  await notice.waitFor();
  await page.unroute('**/api/subreddits');
  await notice.click();
  await page.getByRole('button', { name: /^(Star|Unstar) r\/freelance$/ }).waitFor();
  await becomes(() => notice.count(), 0);
  expect(complaints.splice(0)).toEqual([]);
});
