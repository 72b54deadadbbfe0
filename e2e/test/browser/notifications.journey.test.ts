import { expect, it } from '@jest/globals';
import { becomes } from '../../src/becomes.ts';
import { toast } from '../../src/browser.ts';
import { enter, openDashboard } from '../../src/enter.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
import { z } from 'zod';

const journey = journeys();

async function post(path: string, data: object): Promise<void> {
  const answer = await journey.page.request.post(journey.url + path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
}

it('a finished scan appears at the bell without a reload, and opening it marks it as read', async () => {
  const { page, url } = journey;
  await enter(page, url);
  await openDashboard(page, url, '/dashboard/billing');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await bell.click();
  await panel.getByText('No notifications yet.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await bell.and(page.locator(':focus')).waitFor();

  await post('/api/configuration', { businessDescription: business, searchStrategy: 'broad' });
  await post('/api/subreddits', { name: 'freelance' });
  await post('/api/leads/scan/start', {});
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await panel.getByRole('link', { name: /Unread: .*new leads? found in r\/freelance/ }).click();
  await page.waitForURL('**/dashboard/leads?subreddit=freelance&source=sample');
  await page.getByRole('article').first().waitFor();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await panel.getByRole('link', { name: /new leads? found/ }).waitFor();
  expect(await panel.getByText('Unread').count()).toBe(0);
});

const news = (n: number, isRead: boolean) => ({
  id: `n${n}`,
  kind: 'send-failed',
  title: `Message ${n} was not sent`,
  text: 'Reddit refused it.',
  link: '/dashboard/messages',
  isRead,
  createdAt: '2026-01-02T03:04:05.000Z',
});

it('unread notifications are counted up to nine and read at once; failures are shown and can be retried', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const list = Array.from({ length: 12 }, (_, n) => news(n, n > 10));
  let fails = true;
  await page.route('**/api/notifications', (route) =>
    fails ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: list }),
  );
  await openDashboard(page, url);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('Could not load your notifications').waitFor();
  fails = false;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Message 0 was not sent').waitFor();
  await panel.and(page.locator(':focus')).waitFor();
  await becomes(() => page.getByRole('button', { name: 'Notifications, 11 unread' }).innerText(), '9+');

  await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 500, json: {} }));
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await toast(page, 'Not marked as read');
  await page.getByRole('button', { name: 'Notifications, 11 unread' }).waitFor();
  await page.route('**/api/notifications/read', (route) =>
    route.fulfill({ json: list.map((one) => ({ ...one, isRead: true })) }),
  );
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Close notifications' }).click();
  await panel.waitFor({ state: 'hidden' });
});

it('notifications of one subject are one row, which counts them, can be opened, is read as one, and takes in new ones', async () => {
  const { page, url } = journey;
  await enter(page, url);
  const found = (n: number, leads: number) => ({
    ...news(n, false),
    kind: 'new-leads',
    title: `${leads} new leads found in r/SaaS`,
    text: 'Look at them while the posts are fresh.',
    link: '/dashboard/leads?subreddit=SaaS&source=sample',
    leads,
    subreddit: 'SaaS',
    communityLabel: 'r/SaaS',
  });
  let list = [found(3, 4), found(2, 3), found(1, 5), news(0, false)];
  await page.route('**/api/notifications', (route) => route.fulfill({ json: list }));
  await page.route('**/api/notifications/read', (route) => {
    const { ids } = z.object({ ids: z.array(z.string()) }).parse(route.request().postDataJSON());
    list = list.map((one) => ({ ...one, isRead: one.isRead || ids.includes(one.id) }));
    return route.fulfill({ json: list });
  });
  await openDashboard(page, url, '/dashboard/messages');
  const bell = (unread: number) => page.getByRole('button', { name: `Notifications, ${unread} unread` });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await bell(4).click();
  const rows = panel.getByRole('list', { name: 'Your notifications' }).locator(':scope > li');
  const group = rows.filter({ hasText: '12 new leads found in r/SaaS' });
  await group.getByText('In 3 scans.').waitFor();
  await becomes(() => rows.count(), 2);
  const opener = group.getByRole('button', { name: 'Show all 3' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await group.getByRole('link', { name: 'Unread: 5 new leads found' }).waitFor();

  list = [found(4, 1), ...list];
  await page.keyboard.press('Escape');
  await bell(4).click();
  await rows.filter({ hasText: '13 new leads found in r/SaaS' }).getByText('In 4 scans.').waitFor();
  await bell(5).waitFor();

  await rows
    .first()
    .getByRole('link', { name: /13 new leads/ })
    .click();
  await page.waitForURL('**/dashboard/leads?subreddit=SaaS&source=sample');
  await bell(1).click();
  await rows.filter({ hasText: '13 new leads found in r/SaaS' }).waitFor();
  await becomes(() => panel.getByText('Unread').count(), 1);
});
