import { expect, it } from '@jest/globals';
import { subreddit } from '@earshot/proto/http/lead';
import { freePorts } from '@earshot/core/testing';
import { signInAs } from '../../src/browser.ts';
import { scanToEnd } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

/** Nothing listens at this port. */
const [closedPort] = await freePorts(1);
const host = `127.0.0.1:${closedPort}`;
const journey = journeys({ settings: { HACKER_NEWS_SEARCH_URL: `http://${host}` } });

it('a scan in which a source failed says so in amber, in the funnel and at the community, and can be retried', async () => {
  const { page, url } = journey;
  const visitor = await Visitor.registered(url);
  const configuration = { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', { method: 'POST', body: configuration });
  for (const body of [{ name: 'freelance' }, { name: 'search:late payments', source: 'hacker-news' }])
    await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body });
  const job = await scanToEnd(visitor);
  expect(job).toMatchObject({
    status: 'completed',
    errorMessage: `HN search: late payments: No connection to ${host}`,
  });

  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/leads`);
  const problem = page.getByText(`Not read: HN search: late payments: No connection to ${host}.`);
  await problem.waitFor();
  const amber = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--score-middle').trim());
  const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
  expect(await problem.evaluate((line) => getComputedStyle(line).color)).toBe(rgb(amber));
  await page.getByText('Tried again when you start the next scan.').waitFor();

  await page.getByRole('button', { name: /^Why/ }).click();
  const panel = page.getByRole('dialog', { name: /^Why/ });
  await panel.getByText(`Not read: HN search: late payments: No connection to ${host}.`).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });

  await page.goto(`${url}/dashboard/configuration`);
  const row = page.locator('#communities').getByRole('listitem').filter({ hasText: 'HN search: late payments' });
  await row.getByText('Not read', { exact: true }).waitFor();
  await row.getByText(`No connection to ${host}. Tried again when you start the next scan.`).waitFor();

  await page.goto(`${url}/dashboard/leads`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('region', { name: 'Scan progress' }).waitFor();
});
