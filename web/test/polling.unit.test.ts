import { examples } from '@earshot/proto/http/examples';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { environmentManager, QueryObserver, type QueryKey, type QueryObserverOptions } from '@tanstack/react-query';
import { dashboardQuery, discoveryAnalyticsQuery } from '../src/features/admin/api/figures.ts';
import { performanceQuery } from '../src/features/analytics/api/figures.ts';
import { leadsQuery } from '../src/features/leads/api/list-leads.ts';
import { noFilters } from '../src/features/leads/filters.ts';
import { activityQuery } from '../src/features/outreach/api/list-activity.ts';
import { latestScanQuery, scanStatusQuery } from '../src/features/scan/api/scan.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { aJob } from './a-job.ts';

let asked: string[];
const askServer = globalThis.fetch;

beforeEach(() => {
  jest.useFakeTimers();
  // TanStack Query does not poll outside of a browser.
  environmentManager.setIsServer(() => false);
  asked = [];
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = askServer;
});

/** Answers every request with `answer` and records the requests. */
function answering(answer: unknown): void {
  globalThis.fetch = (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(Response.json(answer));
  };
}

const clientOf = () => createQueryClient({ toaster: createToaster(), onSignedOut: () => {} });

/** Observes a query as a page does, until the returned function is called. */
function lookAt<T, K extends QueryKey>(options: QueryObserverOptions<T, Error, T, T, K>, client = clientOf()) {
  return new QueryObserver(client, options).subscribe(() => {});
}

/** Expects a request at once, none before the interval has passed, then one per interval. */
async function expectEvery(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(ms - 1);
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(ms);
  expect(asked).toHaveLength(3);
}

it('a scan that has ended is asked for every 2 s while posts are on their way, and then no more', async () => {
  const ended = { ...aJob, status: 'cancelled' };
  answering({ ...ended, funnel: { ...aJob.funnel, pending: 3 } });
  const stop = lookAt(latestScanQuery);
  await expectEvery(2000);
  answering({ ...ended, funnel: { ...aJob.funnel, pending: 0 } });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(4);
  stop();
});

it('the status of a followed scan is asked for every 2 s, until it has ended', async () => {
  answering({ ...aJob, status: 'processing' });
  const stop = lookAt(scanStatusQuery(aJob.id));
  await expectEvery(2000);
  answering({ ...aJob, status: 'completed' });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
  stop();
});

it('the status of a followed scan is asked for every 2 s also while frames change it more often', async () => {
  answering({ ...aJob, status: 'processing' });
  const client = clientOf();
  const query = scanStatusQuery(aJob.id);
  const stop = lookAt(query, client);
  await jest.advanceTimersByTimeAsync(0);
  for (let passedMs = 0; passedMs < 10_000; passedMs += 300) {
    await jest.advanceTimersByTimeAsync(300);
    client.setQueryData(query.queryKey, { ...aJob, status: 'processing', processedThreads: passedMs });
  }
  expect(asked).toHaveLength(6);
  stop();
});

it('leads are asked for every 5 s while a scan runs, and not at all by the clock otherwise', async () => {
  answering(examples['listLeads']?.response);
  const stop = lookAt(leadsQuery(noFilters, true));
  await expectEvery(5000);
  stop();
  const idle = lookAt(leadsQuery(noFilters, false));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
  idle();
});

it.each(['dm', 'comment'] as const)('activity (%s) is asked for every 30 s', async (messageType) => {
  answering([]);
  const stop = lookAt(activityQuery(messageType));
  await expectEvery(30_000);
  stop();
});

it('activity that is opened again is refetched once it is 10 s old', async () => {
  answering([]);
  const client = clientOf();
  lookAt(activityQuery('dm'), client)();
  const look = async () => {
    const stop = lookAt(activityQuery('dm'), client);
    await jest.advanceTimersByTimeAsync(0);
    stop();
  };
  await look();
  await jest.advanceTimersByTimeAsync(9_999);
  const before = asked.length;
  await look();
  expect(asked).toHaveLength(before);
  await jest.advanceTimersByTimeAsync(1);
  await look();
  expect(asked).toHaveLength(before + 1);
});

it('the system performance is asked for every 10 s', async () => {
  answering(examples['performance']?.response);
  const stop = lookAt(performanceQuery);
  await expectEvery(10_000);
  stop();
});

it('an administrator sees figures that are asked for every 30 s', async () => {
  answering(examples['adminDashboard']?.response);
  const stop = lookAt(dashboardQuery('day'));
  await expectEvery(30_000);
  stop();
  asked = [];
  answering(examples['discoveryAnalytics']?.response);
  const stopSearches = lookAt(discoveryAnalyticsQuery('day'));
  await expectEvery(30_000);
  stopSearches();
});
