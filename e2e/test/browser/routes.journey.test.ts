import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';

const journey = journeys();

const dashboard = [
  ['/dashboard/leads', 'Lead Management', ''],
  ['/dashboard/configuration', 'Lead Discovery Configuration', ''],
  ['/dashboard/messages', 'Generated Messages', ''],
  ['/dashboard/analytics', 'Analytics & Performance', ''],
  ['/dashboard/settings', 'Settings', ''],
  ['/dashboard/billing', 'Billing', ''],
] as const;
const administrators = ['/admin/analytics'] as const;

it('a signed-out user is notified once, sent to the sign-in, and then returned to the page', async () => {
  const { page, url } = journey;
  for (const path of [...dashboard.map(([one]) => one), ...administrators, '/dashboard']) {
    await page.goto(`${url}${path}?page=2`);
    await toast(page, 'Unauthorized');
    await toast(page, 'You are logged out. Logging in again...');
    await page.waitForURL(`**/auth?return=${encodeURIComponent(`${path}?page=2`)}`);
  }
});

it('every page of the dashboard has its header and its title', async () => {
  const { page, url } = journey;
  await enter(page, url);
  for (const [path, title, subtitle] of dashboard) {
    await openDashboard(page, url, path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await becomes(() => page.getByRole('banner').getByRole('paragraph').allInnerTexts(), subtitle ? [subtitle] : []);
    await page.waitForFunction((wanted) => document.title === `${wanted} · Earshot`, title);
  }
});

it('an unknown path of the dashboard shows the leads', async () => {
  const { page, url } = journey;
  await enter(page, url);
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/no-such-page', '/dashboard/deep/er']) {
    await page.goto(url + path);
    await page.waitForURL(`${url}/dashboard/leads`);
  }
  await page.goto(`${url}/dashboard/messages/`);
  await page.getByRole('heading', { level: 1, name: 'Generated Messages' }).waitFor();
});

it('every other address has its page, however deep, and leads back', async () => {
  const { page, url } = journey;
  for (const path of ['/nothing', '/no/such/page/at/all/', '/admin', '/auth/other']) {
    await page.goto(url + path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await becomes(() => page.getByRole('link', { name: 'Back to Earshot' }).getAttribute('href'), '/');
  }
});

it('the app starts with a word that it is loading', async () => {
  const { page, url } = journey;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(`${url}/auth`);
  await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
  expect(await page.getByRole('heading').count()).toBe(0);
  await page.clock.resume();
  await page.getByRole('heading', { name: 'Sign in to Earshot' }).waitFor();
});

it('the document of a member shows that it is loading and asks for the data before its scripts are there', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const calls = [
    '/api/auth/user',
    '/api/sources',
    '/api/subreddits',
    '/api/leads/scan/latest',
    '/api/leads/scan/listening',
    '/api/leads',
  ];
  const early = calls.map((path) => page.waitForResponse((response) => new URL(response.url()).pathname === path));
  await page.goto(`${url}/dashboard/leads`, { waitUntil: 'commit' });
  await Promise.all(early);
  await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Lead Management' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  for (const path of ['/api/auth/user', '/api/sources', '/api/subreddits'])
    expect([path, asked.filter((one) => one === path)]).toEqual([path, [path]]);
});

it('a new page has the focus and begins at its top; going back finds the old place', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.setViewportSize({ width: 1440, height: 600 });
  await openDashboard(page, url, '/dashboard/configuration');
  await page.getByRole('button', { name: 'Save Configuration' }).waitFor();
  await page.getByText('No subreddits added yet').waitFor();
  await page.evaluate(() => scrollTo({ top: 300 }));
  await page.getByRole('link', { name: 'Settings' }).dispatchEvent('click');
  await page.getByRole('main', { name: 'Settings' }).and(page.locator(':focus')).waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.getByRole('main', { name: 'Lead Discovery Configuration' }).waitFor();
  // If content above has grown meanwhile, the browser's scroll anchoring increases the position.
  await page.waitForFunction(() => scrollY >= 300);
});

it('a page whose code cannot be loaded shows that in place, and Retry loads it', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url);
  await page.route('**/assets/messages-page*', (route) => route.abort());
  await page.route('**/favicon.svg', (route) => route.abort());
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByText('This page stopped working').waitFor();
  const looked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/favicon.svg'));
  await page.getByRole('button', { name: 'Retry' }).click();
  await looked;
  await page.getByText('This page stopped working').waitFor();
  await page.getByRole('link', { name: 'Leads', exact: true }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Message History' }).waitFor();
});

it('a page that was open during a release loads the new code by itself when it needs some', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await page.clock.install();
  await openDashboard(page, url);
  // After a release, an open page asks for files that no longer exist.
  let isNew = false;
  await page.route('**/assets/messages-page*', (route) => (isNew ? route.continue() : route.fulfill({ status: 404 })));
  await page.route('**/dashboard/messages', (route) => {
    isNew = true;
    return route.continue();
  });
  await page.clock.fastForward('05:00');
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'Message History' }).waitFor();
});
