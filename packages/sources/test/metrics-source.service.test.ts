import { afterEach, expect, it } from '@jest/globals';
import { processMetrics } from '@earshot/service-kit';
import { sourceMetrics } from '../src/source-metrics.ts';
import { budgetLeft } from '../src/reddit/budget.ts';
import { figureOf } from '@earshot/core/testing';
import { clientOf, closeAll, keyValue, newest, page, siteOf, start } from './reddit-client.ts';

afterEach(closeAll);

it('the source reports how requests ended, how many the site still allows, and how many were not sent', async () => {
  let nowMs = start;
  const clock = { now: () => new Date(nowMs) };
  const kv = keyValue(clock);
  const site = await siteOf((_request, count) => ({
    status: count === 2 ? 404 : count === 3 ? 503 : 200,
    headers: { 'x-ratelimit-remaining': String(4 - count), 'x-ratelimit-reset': '60' },
    body: page([]),
  }));
  const { meters, text } = processMetrics(['scan-worker']);
  const metrics = sourceMetrics(meters, 'reddit', () => budgetLeft({ kv, clientId: 'client' }));
  const client = clientOf(site, { clock, kv, metrics });
  expect(figureOf(await text(), 'sourceBudget')).toBeUndefined();
  const ask = () => client.newPosts('x1', newest).catch(() => undefined);
  await ask();
  expect(figureOf(await text(), 'sourceBudget')).toBe(3);
  for (let n = 2; n <= 6; n += 1) await ask();
  const scrape = await text();
  // The request for the application's token counts too. The last two requests were not sent.
  expect(figureOf(scrape, 'sourceRequests', { source: 'reddit', outcome: 'ok' })).toBe(3);
  expect(figureOf(scrape, 'sourceRequests', { source: 'reddit', outcome: 'not-found' })).toBe(1);
  expect(figureOf(scrape, 'sourceRequests', { source: 'reddit', outcome: 'unavailable' })).toBe(1);
  expect(figureOf(scrape, 'sourceHeldBack')).toBe(2);
  expect(figureOf(scrape, 'sourceBudget')).toBe(0);
  nowMs += 61_000;
  expect(figureOf(await text(), 'sourceBudget')).toBeUndefined();
});
