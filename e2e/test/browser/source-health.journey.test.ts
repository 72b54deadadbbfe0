import { freePorts } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { expect, it } from '@jest/globals';
import { signInAs } from '../../src/browser.ts';
import { scanToEnd } from '../../src/founder.ts';
import { journeys } from '../../src/journeys.ts';
import { business } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

/** Nothing listens at this port. */
const [closedPort] = await freePorts(1);
const host = `127.0.0.1:${closedPort}`;
const journey = journeys({ settings: { HACKER_NEWS_SEARCH_URL: `http://${host}` } });

it('the board names the source that does not answer, why and what to do, also on a phone', async () => {
  const { page, url } = journey;
  const visitor = await Visitor.registered(url);
  const configuration = { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', { method: 'POST', body: configuration });
  for (const body of [{ name: 'freelance' }, { name: 'search:late payments', source: 'hacker-news' }])
    await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body });
  await scanToEnd(visitor);

  await signInAs(page, visitor);
  await page.goto(`${url}/dashboard/leads`);
  await page.getByRole('link', { name: 'Show the sources' }).click();
  const board = page.getByRole('region', { name: 'Sources' });
  const row = (name: string) =>
    board.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await row('Hacker News').getByText('Unreachable', { exact: true }).waitFor();
  await row('Hacker News').getByText(`No connection to ${host}.`).waitFor();
  await row('Hacker News').getByText('Earshot tries again with the next scan.').waitFor();
  await row('Sample data').getByText('Listening', { exact: true }).waitFor();
  await row('Sample data').getByText('1 subreddit', { exact: true }).waitFor();

  await page.setViewportSize({ width: 360, height: 780 });
  const overflow = () => board.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
