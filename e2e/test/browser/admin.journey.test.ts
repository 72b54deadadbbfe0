import { until } from '@earshot/core/testing';
import { adminDashboard, discoveryAnalytics } from '@earshot/proto/http/analytics';
import { beforeAll, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { toast } from '../../src/browser.ts';
import { noteCallTimes } from '../../src/call-times.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const email = newEmail('admin');
const password = 'a quiet harbour';
const journey = journeys();
const searches = ['Strings for old violins and cellos', 'A booking tool for dog trainers'];

beforeAll(async () => {
  const visitor = new Visitor(journey.url);
  const post = (path: string, body: object) => visitor.ask(path, { method: 'POST', body });
  for (const productDescription of searches) await post('/api/public/discover-subreddits', { productDescription });
  // The account also converts the searches above.
  const made = await post('/api/auth/register', { email, password });
  if (made.status !== 201) throw new Error(`registration answered ${made.status}`);
  await makeAdmin(journey.product, email, async (path) => (await visitor.ask(path)).status);
});

const open = (query = '') => journey.page.goto(`${journey.url}/admin/analytics${query}`);
const card = (label: string) => journey.page.getByRole('group', { name: label });

/** Signs the visitor of the page in as the administrator. */
async function signIn(): Promise<void> {
  const answer = await journey.page.request.post(`${journey.url}/api/auth/login`, { data: { email, password } });
  expect(answer.ok()).toBe(true);
}

async function asked<S extends z.ZodType>(schema: S, path: string): Promise<z.output<S>> {
  const answer = await journey.page.request.get(journey.url + path);
  return schema.parse(await answer.json());
}

function requestsOf(path: RegExp): string[] {
  const seen: string[] = [];
  journey.page.on('request', (request) => {
    if (path.test(request.url())) seen.push(request.url());
  });
  return seen;
}

it('a member without the right reads why, and nothing of the installation is asked for', async () => {
  const { page, url } = journey;
  const figures = requestsOf(/\/api\/admin\/(dashboard|discovery-analytics)/);
  await page.request.post(`${url}/api/auth/register`, { data: { email: newEmail('member'), password } });
  await open();
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  const reason = "You don't have permission to view this page. Admin access is required.";
  await page.getByText(reason, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Go to your leads' }).click();
  await page.waitForURL('**/dashboard/leads');
  expect(figures).toEqual([]);
});

it('an administrator reads the figures of the service; range and tab stand in the address', async () => {
  const { page } = journey;
  await signIn();
  const figures = await until('the conversions to be counted', async () => {
    const found = await asked(discoveryAnalytics, '/api/admin/discovery-analytics?timeRange=month');
    return found.recentRequests.filter(({ converted }) => converted).length === searches.length && found;
  });
  expect([figures.conversions, figures.conversionRate]).toEqual([1, 100]);
  await open();
  const dashboard = await asked(adminDashboard, '/api/admin/dashboard?timeRange=day');
  await card('Total Users').getByText(String(dashboard.totalUsers), { exact: true }).waitFor();
  await card('Total Leads').getByText(String(dashboard.totalLeads), { exact: true }).waitFor();
  await card('Active Scans').getByText(String(dashboard.activeScans), { exact: true }).waitFor();
  await card('Discovery Usage').getByText(String(figures.totalRequests), { exact: true }).waitFor();
  await card('Discovery Usage').getByText('AI cost estimate $0.0002 · No model was called', { exact: true }).waitFor();
  for (const description of searches) await page.getByRole('rowheader', { name: description }).waitFor();
  const top = page.getByRole('table', { name: 'Top communities' });
  expect(await top.getByRole('rowheader').allTextContents()).toEqual(
    figures.topSubreddits.map(({ name }) => `r/${name}`),
  );

  for (const range of ['Last 24h', 'Last 7d']) await page.getByText(range, { exact: true }).waitFor();
  await page.getByText('Last 30d', { exact: true }).click();
  await page.waitForURL('**/admin/analytics?timeRange=month');
  await card('Total Users').getByText(String(dashboard.totalUsers), { exact: true }).waitFor();
  const lastMonth = await asked(adminDashboard, '/api/admin/dashboard?timeRange=month');
  await card('Total Users').getByText(`+${lastMonth.newUsers} in the last 30 days`, { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Discovery Analytics' }).press('ArrowRight');
  await page.waitForURL('**/admin/analytics?timeRange=month&tab=conversions');
  await page.getByText(`${figures.conversionRate.toFixed(1)}%`, { exact: true }).waitFor();
  const yes = page.getByRole('cell', { name: 'Yes' });
  await until('all conversions', async () => (await yes.count()) === searches.length);
  await page.getByRole('tab', { name: 'Categories' }).click();
  await page.locator('canvas').waitFor();
  const categories = page.getByRole('table', { name: 'Top 5 categories' });
  expect((await categories.getByRole('rowheader').allTextContents()).toSorted()).toEqual(
    Object.keys(figures.categories).toSorted(),
  );
  await page.goBack();
  await page.getByRole('tab', { name: 'Conversions', selected: true }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Conversions', selected: true }).waitFor();
  await page.getByRole('radio', { name: 'Last 30d', checked: true }).waitFor({ state: 'attached' });
});

it('figures are refetched every 30 s; a failure is shown once and can be retried', async () => {
  const { page } = journey;
  await signIn();
  await page.clock.install();
  const polls = await noteCallTimes(page, '/api/admin/dashboard');
  await page.route('**/api/admin/dashboard**', (route) => route.fulfill({ status: 503, body: 'away' }));
  await open();
  await toast(page, 'Failed to fetch analytics');
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch analytics' });
  await failed.waitFor();
  await page.unroute('**/api/admin/dashboard**');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await card('Total Users').waitFor();
  await polls.expectNextAfter(30_000);
});

it('a right that is revoked while the page is open ends the page', async () => {
  const { page } = journey;
  await signIn();
  await page.clock.install();
  await open();
  await card('Total Users').waitFor();
  await page.route('**/api/admin/check-admin', (route) => route.fulfill({ json: { isAdmin: false } }));
  const refused = { status: 403, json: { code: 'auth.forbidden', message: 'Administrators only', requestId: 'r' } };
  await page.route('**/api/admin/dashboard**', (route) => route.fulfill(refused));
  await page.clock.fastForward(30_000);
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
});
