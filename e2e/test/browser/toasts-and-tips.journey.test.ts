import { beforeEach, expect, it } from '@jest/globals';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives } from '../../src/keyboard/focus.ts';
import { setUpByCalls } from '../../src/set-up.ts';

const journey = journeys();
const shown = () =>
  journey.page.getByRole('region', { name: /^Notification/ }).getByText('Scan Failed', { exact: true });

/**
 * Opens the leads page of a user with a paused clock. The description was deleted after the page read it, so a scan fails
 * to start.
 */
beforeEach(async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.clock.install();
  await openDashboard(page, url);
  await setUpByCalls(journey.watched, ['freelance']);
  await page.getByRole('button', { name: 'Start Your First Scan' }).waitFor();
  await page.request.post(`${url}/api/configuration`, { data: { businessDescription: '' } });
  await page.clock.pauseAt(Date.now() + 60_000);
});

async function fail(): Promise<void> {
  await journey.page.getByRole('button', { name: 'Start Your First Scan' }).click();
  await toast(journey.page, 'Scan Failed');
}

/** Drags the toast by its title. */
async function drag(pixels: number): Promise<void> {
  const { page } = journey;
  const box = await shown().boundingBox();
  if (box === null) throw new Error('no toast is there');
  const [x, y] = [box.x + 10, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y, { steps: 5 });
  await page.mouse.move(x + pixels, y, { steps: 5 });
  await page.mouse.up();
}

it('one toast is shown at a time, for five seconds', async () => {
  const { page } = journey;
  await fail();
  await page.clock.runFor(3_000);
  await fail();
  await page.waitForFunction(() => document.querySelectorAll('[role=region] li').length === 1);
  await page.clock.runFor(4_900);
  expect(await shown().count()).toBe(1);
  await page.clock.runFor(200);
  await shown().waitFor({ state: 'detached' });
});

it('F8 leads to the toast, and 50 px to the right dismiss it', async () => {
  const { page } = journey;
  await fail();
  await page.keyboard.press('F8');
  const region = page.getByRole('region', { name: 'Notification (F8)' });
  await focusArrives('the toast', region);
  await drag(45);
  expect(await shown().count()).toBe(1);
  await drag(60);
  await page.clock.runFor(500);
  await shown().waitFor({ state: 'detached' });
});

it('a tip opens after 700 ms, the next one at once, and after 300 ms without one it waits again', async () => {
  const { page } = journey;
  const tip = page.getByRole('tooltip');
  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await keys.hover();
  await page.clock.runFor(690);
  expect(await tip.count()).toBe(0);
  await page.clock.runFor(20);
  await tip.filter({ hasText: 'Keyboard shortcuts' }).waitFor({ state: 'attached' });
  await bell.hover();
  await tip.filter({ hasText: 'Notifications' }).waitFor({ state: 'attached' });
  await page.mouse.move(700, 880);
  await tip.waitFor({ state: 'detached' });
  await page.clock.runFor(310);
  await bell.hover();
  await page.clock.runFor(690);
  expect(await tip.count()).toBe(0);
  await page.clock.runFor(20);
  await tip.filter({ hasText: 'Notifications' }).waitFor({ state: 'attached' });
});
