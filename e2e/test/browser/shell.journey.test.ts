import { until } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { setUpByCalls } from '../../src/set-up.ts';

const owner = 'owner@example.test';
const journey = journeys();

const widthOf = async (page: Page) => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width;
const innerWidth = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).evaluate((place) => place.firstElementChild?.clientWidth ?? 0);

it('administrators find their page in the sidebar', async () => {
  const { page, url } = journey;
  await enter(page, url, owner);
  await makeAdmin(journey.product, owner, async (path) => (await page.request.get(url + path)).status());
  await openDashboard(page, url);
  await page.getByRole('link', { name: 'Admin Analytics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin Analytics' }).waitFor();
});

it('the sidebar is a row of icons that opens under the pointer and the focus, and stays open when pinned', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await until('a wide sidebar', async () => (await widthOf(page)) === 240);
  await page.getByRole('button', { name: 'Pin the sidebar', pressed: true }).click();
  await page.mouse.move(900, 500);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await until('the row of icons', async () => (await innerWidth(page)) < 65);
  await until('a narrow sidebar', async () => (await widthOf(page)) === 64);
  await page.waitForFunction(() => localStorage.getItem('sidebarPinned') === 'false');

  await page.getByRole('link', { name: 'Messages' }).hover();
  await until('the open sidebar', async () => (await innerWidth(page)) > 230);
  expect(await widthOf(page)).toBe(64);
  await page.mouse.move(900, 500);
  await until('the row of icons', async () => (await innerWidth(page)) < 65);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await until('the open sidebar', async () => (await innerWidth(page)) > 230);

  await page.reload();
  await page.getByRole('button', { name: 'Pin the sidebar', pressed: false }).click();
  await until('a wide sidebar', async () => (await widthOf(page)) === 240);
  await page.waitForFunction(() => localStorage.getItem('sidebarPinned') === 'true');
});

it('the billing page says that its texts are fixed and how to hide them, and offers nothing', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await page.getByRole('link', { name: 'Free Trial 2 days remaining' }).click();
  await page.waitForURL('**/dashboard/billing');
  await page.goBack();
  await page.getByRole('link', { name: 'Upgrade Now' }).click();
  await page.waitForURL('**/dashboard/billing');
  const main = page.getByRole('main');
  await main.getByText('The texts “2 days remaining” and “Upgrade Now” never change and have no effect.').waitFor();
  await main.getByText('EARSHOT_BILLING=off').waitFor();
  await becomes(() => main.getByRole('region').count(), 1);
  expect(await main.getByText(/pricing|waitlist|paid plan/i).count()).toBe(0);
});

it('communities filter the leads, are starred, and the star goes back where it could not be kept', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await setUpByCalls(journey.watched, ['freelance', 'SaaS']);
  const communities = page.getByRole('region', { name: 'Communities' });
  await communities.getByRole('link', { name: 'SaaS' }).click();
  await page.waitForURL('**subreddit=SaaS**');
  await communities.getByRole('link', { name: 'All Communities' }).click();
  await page.waitForURL((address) => !address.search.includes('subreddit'));
  await communities.getByRole('button', { name: 'Star r/SaaS' }).click();
  await toast(page, 'Updated');
  await communities.getByRole('button', { name: 'Unstar r/SaaS', pressed: true }).waitFor();
  const inOrder = () => communities.getByRole('listitem').allInnerTexts();
  await until('the starred one on top', async () => (await inOrder())[1]?.includes('SaaS'));
  expect(await inOrder()).toEqual([
    'All Communities',
    expect.stringContaining('SaaS'),
    expect.stringContaining('freelance'),
  ]);
  await page.route('**/star', (route) => route.fulfill({ status: 500, json: {} }));
  await communities.getByRole('button', { name: 'Star r/freelance' }).click();
  await toast(page, 'Error');
  await toast(page, 'Failed to update star status');
  await communities.getByRole('button', { name: 'Star r/freelance', pressed: false }).waitFor();
});

it('on a narrow screen the sidebar is a drawer, which gives the focus back or leads on to the page', async () => {
  const { page, url } = journey;
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, url);
  await openDashboard(page, url);
  const open = page.getByRole('button', { name: 'Open navigation' });
  const drawer = page.getByRole('dialog', { name: 'Earshot' });
  await open.click();
  await drawer.getByRole('link', { name: 'Free Trial 2 days remaining' }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await open.and(page.locator(':focus')).waitFor();
  await open.click();
  await drawer.getByRole('link', { name: 'Messages' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await page.getByRole('main', { name: 'Generated Messages' }).and(page.locator(':focus')).waitFor();
});

it('the theme is chosen by keyboard, from a menu that is in sight while the page still loads', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.route('**/api/leads?**', () => new Promise(() => {}));
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Theme: System' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Theme' });
  await menu.getByRole('menuitemradio', { name: 'System', checked: true }).and(page.locator(':focus')).waitFor();
  const box = await menu.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('html.dark').waitFor();
  await page.getByRole('button', { name: 'Theme: Dark' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => localStorage.getItem('earshot-ui-theme') === 'dark');
});

it('however many communities there are, the way to more of them stays in sight', async () => {
  const { page, url, watched } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await setUpByCalls(watched, ['freelance']);
  const names = Array.from({ length: 30 }, (_, index) => `one_of_many_${index}`);
  await page.route('**/api/subreddits', async (route) => {
    const [one] = z.array(subreddit).parse(await (await route.fetch()).json());
    await route.fulfill({ json: names.map((name) => ({ ...one, id: name, name, communityLabel: name })) });
  });
  await page.reload();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: names[29] ?? '', exact: true }).waitFor();
  const manage = await sidebar.getByRole('button', { name: 'Manage Communities' }).boundingBox();
  const trial = await sidebar.getByRole('link', { name: 'Free Trial' }).boundingBox();
  expect((manage?.y ?? Infinity) + (manage?.height ?? 0)).toBeLessThanOrEqual(trial?.y ?? 0);
  await page.unroute('**/api/subreddits');
});
