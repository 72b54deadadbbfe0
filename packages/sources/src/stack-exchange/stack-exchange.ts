import { baseAddress } from '@earshot/core';
import { z } from 'zod';
import { defineSource, type SiteBudget } from '../define-source.ts';
import { requestsLeft } from '../site-turns.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { stackExchangeClient } from './client.ts';
import { stackExchangeNames } from './names.ts';
import { stackExchangeReader } from './source.ts';

const settings = z.object({
  STACK_EXCHANGE_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Free key of the Stack Exchange API: 10,000 requests a day instead of 300'),
  STACK_EXCHANGE_URL: baseAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Where the API of Stack Exchange answers, for tests; the real address if unset'),
});

const aSecond = { requests: 20, perSeconds: 1 };
const withoutKey: SiteBudget = { key: 'stack-exchange', windows: [{ requests: 300, perSeconds: 86_400 }, aSecond] };
const withKey: SiteBudget = { key: 'stack-exchange', windows: [{ requests: 10_000, perSeconds: 86_400 }, aSecond] };

/** The sites of Stack Exchange through their API, which needs no key. Nothing can be sent: people answer on the site. */
export const stackExchange = defineSource({
  id: 'stack-exchange',
  label: 'Stack Exchange',
  ...stackExchangeNames,
  // 300 requests a day and address without a key, 10,000 with one, 30 a second (api.stackexchange.com/docs/throttle).
  budgetOf: () => withoutKey,
  sends: [],
  settings,
  secrets: ['STACK_EXCHANGE_KEY'],
  needs: [],
  open: ({ settings: own, outbound, kv, clock, meters, log }) => {
    const budget = own.STACK_EXCHANGE_KEY === undefined ? withoutKey : withKey;
    const left = () => requestsLeft(kv, budget);
    const metrics = sourceMetrics(meters, 'stack-exchange', left);
    const ask = stackExchangeClient({
      url: own.STACK_EXCHANGE_URL ?? 'https://api.stackexchange.com',
      key: own.STACK_EXCHANGE_KEY,
      budget,
      fetcher: own.STACK_EXCHANGE_URL === undefined ? outbound.guarded : outbound.trusted,
      kv,
      clock,
      metrics,
    });
    return { read: stackExchangeReader({ ask, log }), write: null, budgetLeft: left };
  },
});
