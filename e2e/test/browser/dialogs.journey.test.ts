import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WatchedPage } from '../../src/browser.ts';
import { journeys } from '../../src/journeys.ts';
import { focusArrives, focused, focusEnters, hasFocus, isBehind, tabTo } from '../../src/keyboard/focus.ts';
import { surfaces } from '../../src/keyboard/surfaces.ts';
import { type ScreenUser, screenUsers } from '../../src/screens/screen-users.ts';

const journey = journeys();
let pages: Record<ScreenUser, WatchedPage>;
beforeAll(async () => {
  pages = await screenUsers(journey.product, journey.browser);
});
afterAll(async () => {
  for (const { close } of Object.values(pages)) await close();
});

it.each(surfaces)('$name is opened, used and left by keys, and the focus returns', async (surface) => {
  const { page, complaints } = pages[surface.who ?? 'owner'];
  await page.setViewportSize({ width: surface.width ?? 1440, height: 900 });
  await page.goto(journey.url + surface.path);
  await surface.prepare?.(page);
  const opener = surface.opener(page);
  const opened = surface.opened(page);
  await opener.focus();
  expect(await opener.evaluate((element) => element instanceof HTMLElement && element.tabIndex)).toBe(0);
  await page.keyboard.press(surface.key ?? 'Enter');
  await opened.waitFor();
  // While the code of a dialog loads, a plain one stands in for it.
  if (surface.path !== '/' && !surface.isPlain) await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await opened.waitFor();
  if (surface.kind === 'list') expect(await hasFocus(opener)).toBe(true);
  else await focusEnters(surface.name, opened);
  if (surface.kind === 'modal') {
    const controls = await opened.locator('a[href], button, input, textarea, [tabindex="0"]').count();
    for (const key of ['Tab', 'Shift+Tab'])
      for (let step = 0; step <= Math.min(controls, 25); step += 1) {
        await page.keyboard.press(key);
        // The focus may leave for a moment, while the dialog takes the place of the one that stood in for it.
        await until(`no focus behind after ${key} ${step}`, async () => !(await isBehind(opened)));
      }
  }
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await focusArrives(`what opened ${surface.name}`, opener);
  expect(complaints.splice(0)).toEqual([]);
});

it('a confirmation leaves the focus where a fast user moved it while it opened', async () => {
  const { page, complaints } = pages.owner;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${journey.url}/dashboard/settings`);
  const opener = page.getByRole('button', { name: 'Delete My Account' });
  await opener.focus();
  const animations = await page.context().newCDPSession(page);
  await animations.send('Animation.enable');
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0.02 });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await focusEnters('the dialog', dialog);
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await tabTo(page, cancel);
  await animations.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  await cancel.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await focused(page)).toContain('Cancel');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(complaints.splice(0)).toEqual([]);
});
