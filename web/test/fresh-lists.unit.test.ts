import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { examples } from '@earshot/proto/http/examples';
import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { distrustCache, refetchMissed } from '../src/app/live/refetch-missed.ts';
import { leadFiguresQuery, statsQuery } from '../src/features/analytics/api/figures.ts';
import { leadsQuery } from '../src/features/leads/api/list-leads.ts';
import { noFilters } from '../src/features/leads/filters.ts';
import { historyQueries } from '../src/features/messages/api/list-messages.ts';
import { latestScanQuery } from '../src/features/scan/api/scan.ts';
import { closePostsQuery, scanPostsQuery } from '../src/features/scan/api/scan-posts.ts';
import { communitiesQuery } from '../src/features/communities/api/communities.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { shareChanges } from '../src/lib/share-changes.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { aJob } from './a-job.ts';

/** Observes a query as an open page does, and returns the function that leaves the page. */
const look =
  <T, K extends QueryKey>(options: QueryObserverOptions<T, Error, T, T, K>) =>
  (client: QueryClient) =>
    new QueryObserver(client, options).subscribe(() => {});

const anyDay = { from: '2026-11-01', to: '2026-11-07' };
const endedScan = { jobId: 'job-1', fate: 'below', page: 1, isRunning: false } as const;

/** Lists that pages show, with the operation of the contract that answers. */
const lists = [
  ['listLeads', look(leadsQuery(noFilters, false))],
  ['latestScan', look(latestScanQuery)],
  ['listClosePosts', look(closePostsQuery('job-1'))],
  ['listScanPosts', look(scanPostsQuery(endedScan))],
  ['stats', look(statsQuery('UTC'))],
  ['leadFigures', look(leadFiguresQuery(anyDay, 'UTC'))],
  ['listSubreddits', look(communitiesQuery)],
  ['listGeneratedMessages', look(historyQueries[0])],
  ['listDrafts', look(historyQueries[1])],
  ['listSentMessages', look(historyQueries[2])],
  ['listReminders', look(historyQueries[3])],
] as const;

const aTab = () => createQueryClient({ toaster: createToaster(), onSignedOut: () => {} });

const askServer = globalThis.fetch;
let asked = 0;

beforeEach(() => {
  asked = 0;
});
afterEach(() => {
  globalThis.fetch = askServer;
});

describe.each(lists)('%s', (operation, open) => {
  /** Opens the page, waits for its list, leaves it again, and returns the number of requests so far. */
  async function visit(client: QueryClient): Promise<number> {
    const leave = open(client);
    while (client.isFetching() > 0) await new Promise(setImmediate);
    leave();
    // A query that nobody observes may be dropped by a timer.
    await new Promise((resolve) => setTimeout(resolve));
    return asked;
  }

  beforeEach(() => {
    const answer = operation === 'latestScan' ? { ...aJob, status: 'completed' } : examples[operation]?.response;
    globalThis.fetch = async () => {
      asked += 1;
      return Response.json(answer);
    };
  });

  it('is asked for once, however often its page is opened', async () => {
    const client = aTab();
    await expect(visit(client)).resolves.toBe(1);
    await expect(visit(client)).resolves.toBe(1);
  });

  it('is asked for again while the live channel is lost, and after a break', async () => {
    const client = aTab();
    await visit(client);
    distrustCache(client);
    expect(asked).toBe(1);
    await expect(visit(client)).resolves.toBe(2);
    refetchMissed(client, 'break');
    await expect(visit(client)).resolves.toBe(3);
  });

  it('is asked for again after another tab has changed something', async () => {
    const client = aTab();
    const other = aTab();
    const stops = [shareChanges(client), shareChanges(other)];
    await visit(client);
    await other
      .getMutationCache()
      .build(other, { mutationFn: async () => null })
      .execute(undefined);
    while (client.getQueryCache().findAll({ stale: true }).length === 0) await new Promise(setImmediate);
    await expect(visit(client)).resolves.toBe(2);
    for (const stop of stops) stop();
  });
});
