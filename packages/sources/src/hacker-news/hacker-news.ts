import { baseAddress } from '@earshot/core';
import { z } from 'zod';
import { defineSource, type SiteBudget } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { hackerNewsClient } from './client.ts';
import { hackerNewsNames } from './names.ts';
import { requestPace } from './pace.ts';
import { hackerNewsReader } from './source.ts';

const address = baseAddress.transform((url) => url.replace(/\/+$/, '')).optional();

const settings = z.object({
  HACKER_NEWS_URL: address.describe('Where the item API of Hacker News answers, for tests; the real address if unset'),
  HACKER_NEWS_SEARCH_URL: address.describe(
    'Where the search API of Hacker News answers, for tests; the real address if unset',
  ),
});

const budget: SiteBudget = { key: 'hacker-news', windows: [{ requests: 1, perSeconds: 1 }] };

/**
 * Hacker News through its public APIs, which need no key. Nothing can be sent: people post their replies on the site.
 */
export const hackerNews = defineSource({
  id: 'hacker-news',
  label: 'Hacker News',
  ...hackerNewsNames,
  // The item API documents no limit, and the search API is reported to allow 10,000 requests per hour and address
  // (github.com/HackerNews/API, hn.algolia.com/api). One per second is well below both.
  budgetOf: () => budget,
  sends: [],
  settings,
  secrets: [],
  needs: [],
  open: ({ settings: own, outbound, kv, clock, meters, log }) => {
    // Neither API reports its remaining requests.
    const metrics = sourceMetrics(meters, 'hacker-news', async () => null);
    const get = hackerNewsClient({
      urls: {
        search: own.HACKER_NEWS_SEARCH_URL ?? 'https://hn.algolia.com',
        items: own.HACKER_NEWS_URL ?? 'https://hacker-news.firebaseio.com',
      },
      pace: requestPace({ budget, kv, clock, heldBack: metrics.heldBack }),
      fetcher: own.HACKER_NEWS_SEARCH_URL === undefined ? outbound.guarded : outbound.trusted,
      clock,
      requested: metrics.requested,
    });
    return { read: hackerNewsReader({ get, log }), write: null };
  },
});
