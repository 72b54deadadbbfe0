import { until } from '@earshot/core/testing';
import { stats } from '@earshot/proto/http/analytics';
import { user } from '@earshot/proto/http/auth';
import { leadList } from '@earshot/proto/http/lead';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { becomes } from '../../src/becomes.ts';
import { enter } from '../../src/enter.ts';
import { findLeads } from '../../src/find-leads.ts';
import { journeys } from '../../src/journeys.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { newEmail } from '../../src/visitor.ts';

const journey = journeys({ context: { timezoneId: 'Asia/Kolkata' } });
const found = 24;

/** The chunk with the code of the charts, with any hash in its name. */
const chartCode = /\/assets\/plot-[^/]+\.js/;

function requestsOf(page: Page, path: RegExp): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (path.test(request.url())) asked.push(request.url());
  });
  return asked;
}

const open = () => journey.page.goto(`${journey.url}/dashboard/analytics`);
const card = (label: string) => journey.page.getByRole('group', { name: label });
const retry = () => journey.page.getByRole('button', { name: 'Retry' }).click();

/** Registers the page's visitor and gives them this many leads. */
async function member(leads = found): Promise<void> {
  const { page, url, product } = journey;
  const data = { email: newEmail('figures'), password: 'a quiet harbour' };
  const made = await page.request.post(`${url}/api/auth/register`, { data });
  if (leads > 0) await findLeads(product, user.parse(await made.json()).id, leads);
}

/** Waits until the figures count all leads, and returns them. */
async function countedStats(page: Page) {
  return until('the leads to be counted', async () => {
    const answer = await page.request.get(`${journey.url}/api/analytics/stats?tz=Asia/Kolkata`);
    const figures = stats.parse(await answer.json());
    return figures.totalLeads === found && figures;
  });
}

/** The number of pixels of the chart that have the theme's primary colour. */
function primaryPixels(page: Page, nth: number): Promise<number> {
  return page
    .locator('canvas')
    .nth(nth)
    .evaluate((chart) => {
      if (!(chart instanceof HTMLCanvasElement)) return 0;
      const copy = new OffscreenCanvas(chart.width, chart.height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(chart, 0, 0);
      const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim();
      const wanted = [1, 3, 5].map((at) => Number.parseInt(primary.slice(at, at + 2), 16));
      const { data } = copy?.getImageData(0, 0, chart.width, chart.height) ?? { data: [] };
      let same = 0;
      for (let at = 0; at < data.length; at += 4) if (wanted.every((value, n) => data[at + n] === value)) same += 1;
      return same;
    });
}

it('a new account sees dashes and a hint, and loads no charts', async () => {
  const { page } = journey;
  const charts = requestsOf(page, chartCode);
  await member(0);
  await open();
  for (const label of ['Total Leads', 'Avg Quality Score', 'Response Rate', 'Active Sources'])
    await card(label).getByText('–', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  await page.getByText('Optimal').or(page.getByText('Moderate Load')).or(page.getByText('High Load')).waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  await page.getByRole('link', { name: 'Go to your leads' }).click();
  await page.waitForURL('**/dashboard/leads');
  expect(charts).toEqual([]);
});

it('figures match the service; charts are drawn, repeated as tables, and follow theme, range and news', async () => {
  const { page, url } = journey;
  await member();
  const figures = await countedStats(page);
  const answer = await page.request.get(`${url}/api/leads?limit=100`);
  const newest = leadList.parse(await answer.json()).leads;
  await open();
  await card('Total Leads').getByText(String(found), { exact: true }).waitFor();
  await card('Total Leads').getByText(`+${figures.leadsToday} added today`, { exact: true }).waitFor();
  await card('Avg Quality Score').getByText(figures.averageScore.toFixed(1), { exact: true }).waitFor();
  await card('Avg Quality Score').getByText('out of 10.0', { exact: true }).waitFor();
  await card('Response Rate').getByText('0.0%', { exact: true }).waitFor();

  const distribution = page.getByRole('region', { name: 'Quality distribution' });
  const counts = [9, 8, 7, 6, 0].map((from, index, edges) => {
    const below = edges[index - 1] ?? Infinity;
    return String(newest.filter(({ score }) => Number(score) >= from && Number(score) < below).length);
  });
  await distribution.locator('td').last().waitFor();
  await becomes(() => distribution.locator('td').allTextContents(), counts);
  const trend = page.getByRole('region', { name: '7-day lead trend' });
  await trend.locator('td').last().waitFor();
  expect((await trend.locator('td').allTextContents()).slice(-1)).toEqual([String(found)]);
  await page.getByRole('link', { name: 'r/freelance' }).waitFor();

  for (const theme of ['dark', 'light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const nth of [0, 1])
      await until(`chart ${nth} in ${theme} colours`, async () => (await primaryPixels(page, nth)) > 1000);
  }
  const wide = await page.locator('canvas').first().boundingBox();
  await page.setViewportSize({ width: 390, height: 844 });
  await until('the chart to fit', async () => {
    const box = await page.locator('canvas').first().boundingBox();
    return box !== null && wide !== null && box.width < wide.width && box.x + box.width <= 390;
  });

  await page.getByText('30 days', { exact: true }).click();
  const month = page.getByRole('region', { name: '30-day lead trend' });
  await until('thirty days', async () => (await month.locator('td').count()) === 30);
  await page.getByText('Custom range', { exact: true }).click();
  const own = page.getByRole('region', { name: 'Lead trend', exact: true });
  await own.getByLabel('From').fill('2026-01-05');
  await own.getByLabel('To', { exact: true }).fill('2026-01-02');
  await own.getByText('Choose a last day on or after the first one, at most a year later.').waitFor();
  await own.getByLabel('To', { exact: true }).fill('2026-01-06');
  await until('two days', async () => (await own.locator('td').count()) === 2);

  const [best] = newest;
  if (best === undefined) throw new Error('no lead');
  const contact = { status: 'contacted', messageType: 'dm', content: 'Hi', variant: 'question-first' };
  await page.request.patch(`${url}/api/leads/${best.id}/status`, { data: contact });
  await page.request.patch(`${url}/api/leads/${best.id}/status`, { data: { status: 'responded' } });
  const drafts = page.getByRole('region', { name: 'Responses by draft' });
  // The page learns of it by itself.
  await drafts.getByRole('row', { name: 'Another fact about you 1 1 100.0%' }).waitFor();
  const communities = page.getByRole('region', { name: 'Responses by community' });
  await communities.getByRole('row', { name: `${best.communityLabel} ${found} 1 1 100.0%` }).waitFor();
});

/** Where the rows of these elements end, in pixels. Elements with the same top are a row. */
const rowEnds = (selector: string) =>
  journey.page.getByRole('main').evaluate((main, wanted) => {
    const boxes = [...main.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect());
    const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
    return [...new Set([...rows.values()].map((row) => Math.round(Math.max(...row.map(({ right }) => right)))))];
  }, selector);

const headings = () => journey.page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

it('the state of the system is last for users and first for administrators, and no row is half empty', async () => {
  const { page, url, product } = journey;
  const { id, email } = await enter(page, url);
  await findLeads(product, id, 3);
  await open();
  await page.getByText('System health').waitFor();
  await page.getByRole('region', { name: 'Responses by community' }).waitFor();
  expect((await headings()).at(-1)).toBe('System performance');
  for (const width of [1440, 1100, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const elements of ['section[aria-label]', 'section[aria-label="System performance"] dl > div']) {
      await until(`full rows of ${elements} at ${width} px`, async () => (await rowEnds(elements)).length === 1);
    }
  }
  await makeAdmin(product, email, async (path) => (await page.request.get(url + path)).status());
  await page.reload();
  await page.getByText('System health').waitFor();
  expect((await headings())[0]).toBe('System performance');
});

it('failed loads can be retried in place, and a chart whose code is missing becomes a table', async () => {
  const { page } = journey;
  await member(3);
  await page.clock.install();
  const failing = ['**/api/analytics/stats**', '**/api/analytics/leads?**', '**/api/performance/metrics'];
  for (const path of failing) await page.route(path, (route) => route.fulfill({ status: 503, body: 'away' }));
  await open();
  for (const [what, path] of [
    ['your figures', failing[0]],
    ['your leads', failing[1]],
    ['the system performance', failing[2]],
  ] as const) {
    const alert = page.getByRole('alert').filter({ hasText: `Could not load ${what}` });
    await alert.waitFor();
    await page.unroute(path ?? '');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await alert.waitFor({ state: 'detached' });
  }
  await page.getByText('System health').waitFor();

  await page.route('**/api/performance/metrics', (route) => route.fulfill({ status: 503, body: 'away' }));
  await page.clock.fastForward(10_000);
  await page.getByText('These are the last figures we have.').waitFor();
  await page.unrouteAll();
  await retry();
  await page.getByText('These are the last figures we have.').waitFor({ state: 'detached' });

  await page.route(chartCode, (route) => route.abort());
  await page.reload();
  await page.getByRole('cell', { name: '3', exact: true }).first().waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
});
