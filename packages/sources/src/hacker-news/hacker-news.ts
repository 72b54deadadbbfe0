import { z } from 'zod';
import type { OpenSource, SourceContext } from '../define-source.ts';
import { defineSource } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { hackerNewsClient } from './client.ts';
import { hackerNewsNames } from './names.ts';
import { requestPace } from './pace.ts';
import { hackerNewsReader } from './source.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'must be a web address, http://host:port or https://host' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

const settings = z.object({
  HACKER_NEWS_URL: address.describe('Where the item API of Hacker News answers, for tests; the real address if unset'),
  HACKER_NEWS_SEARCH_URL: address.describe(
    'Where the search API of Hacker News answers, for tests; the real address if unset',
  ),
});

/** Hacker News through its public APIs, which need no key. People answer there by hand: nothing can be sent. */
export const hackerNews = defineSource({
  id: 'hacker-news',
  label: 'Hacker News',
  ...hackerNewsNames,
  // The item API names no limit and the search API is said to allow 10,000 an hour an address
  // (github.com/HackerNews/API, hn.algolia.com/api): one a second is well below both.
  budget: { requests: 1, perSeconds: 1, sharedBy: 'installation' },
  sends: [],
  settings,
  secrets: [],
  needs: [],
  usesSandbox: () => false,
  open,
});

function open({ settings: own, kv, clock, meters, log }: SourceContext<z.output<typeof settings>>): OpenSource {
  // Neither API reports what it still allows.
  const metrics = sourceMetrics(meters, 'hacker-news', async () => null);
  const get = hackerNewsClient({
    urls: {
      search: own.HACKER_NEWS_SEARCH_URL ?? 'https://hn.algolia.com',
      items: own.HACKER_NEWS_URL ?? 'https://hacker-news.firebaseio.com',
    },
    pace: requestPace({ kv, clock, heldBack: metrics.heldBack }),
    clock,
    requested: metrics.requested,
  });
  return { sample: false, read: hackerNewsReader({ get, log }), write: null };
}
