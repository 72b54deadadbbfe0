import { baseAddress } from '@earshot/core';
import { z } from 'zod';
import { defineSource, type SiteBudget } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { blueskyClient } from './client.ts';
import { directory } from './directory.ts';
import { streamTimes } from './jetstream.ts';
import { blueskyNames } from './names.ts';
import { blueskyReader } from './source.ts';

const hosts = 'must be addresses that begin with wss:// or ws://, separated by commas';

const settings = z.object({
  BLUESKY_STREAM_URLS: z
    .string()
    .min(1)
    .transform((list) => list.split(',').map((address) => address.trim().replace(/\/+$/, '')))
    .pipe(z.array(z.url({ protocol: /^wss?$/, error: hosts })))
    .optional()
    .describe('Addresses of Jetstream hosts to read Bluesky from, separated by commas; the public ones if unset'),
  BLUESKY_URL: baseAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Where the public API of Bluesky answers, for tests; the real address if unset'),
});

const publicHosts = ['wss://jetstream.us-east.bsky.network', 'wss://jetstream.us-west.bsky.network'];

const budget: SiteBudget = { key: 'bluesky', windows: [{ requests: 5, perSeconds: 1 }] };

/**
 * Bluesky through the stream of all its posts, which needs no key. One connection serves the searches of all users; its
 * search is never asked. Nothing can be sent: people reply on the site.
 */
export const bluesky = defineSource({
  id: 'bluesky',
  label: 'Bluesky',
  ...blueskyNames,
  // The stream has no limit. The API allows 3,000 requests in 5 minutes and address
  // (docs.bsky.app/docs/advanced-guides/rate-limits); this is half of it.
  budgetOf: () => budget,
  sends: [],
  onlyNew: true,
  settings,
  secrets: [],
  needs: [],
  open: ({ settings: own, outbound, kv, clock, meters, log }) => {
    const metrics = sourceMetrics(meters, 'bluesky', async () => null);
    const ask = blueskyClient({
      url: own.BLUESKY_URL ?? 'https://public.api.bsky.app',
      budget,
      fetcher: own.BLUESKY_URL === undefined ? outbound.guarded : outbound.trusted,
      kv,
      clock,
      metrics,
    });
    const read = blueskyReader({
      hosts: own.BLUESKY_STREAM_URLS ?? publicHosts,
      connect: own.BLUESKY_STREAM_URLS === undefined ? outbound.sockets.guarded : outbound.sockets.trusted,
      directory: directory({ ask, clock, log }),
      times: streamTimes,
      requested: metrics.requested,
      receivedMeter: () => {
        const counter = meters.counter('sourceReceived');
        return (bytes) => counter.add({ source: 'bluesky' }, bytes);
      },
      clock,
      log,
    });
    return { read, write: null };
  },
});
