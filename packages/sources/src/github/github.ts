import { baseAddress } from '@earshot/core';
import { z } from 'zod';
import { defineSource, type SiteBudget } from '../define-source.ts';
import { requestsLeft } from '../site-turns.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { githubClient } from './client.ts';
import { githubNames } from './names.ts';
import { githubReader } from './source.ts';

const settings = z.object({
  GITHUB_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('Token of GitHub without any scope: 5,000 requests an hour instead of 60, and discussions'),
  GITHUB_API_URL: baseAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Where the API of GitHub answers, for tests; the real address if unset'),
});

// docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api; searches have a limit a minute of their own.
const withoutToken: SiteBudget = {
  key: 'github',
  windows: [
    { requests: 10, perSeconds: 60 },
    { requests: 60, perSeconds: 3_600 },
  ],
};
const withToken: SiteBudget = {
  key: 'github',
  windows: [
    { requests: 30, perSeconds: 60 },
    { requests: 5_000, perSeconds: 3_600 },
  ],
};

/** Issues and discussions of public repositories that a search finds. Reading only. */
export const github = defineSource({
  id: 'github',
  label: 'GitHub',
  ...githubNames,
  budgetOf: () => withoutToken,
  sends: [],
  offersNote:
    'GitHub does not welcome offers and treats unsolicited ones in issues as spam. Reply only if your message solves the problem',
  settings,
  secrets: ['GITHUB_TOKEN'],
  needs: [],
  open: ({ settings: own, outbound, kv, clock, meters, log }) => {
    const budget = own.GITHUB_TOKEN === undefined ? withoutToken : withToken;
    const left = () => requestsLeft(kv, budget);
    const ask = githubClient({
      url: own.GITHUB_API_URL ?? 'https://api.github.com',
      token: own.GITHUB_TOKEN,
      budget,
      fetcher: own.GITHUB_API_URL === undefined ? outbound.guarded : outbound.trusted,
      kv,
      clock,
      metrics: sourceMetrics(meters, 'github', left),
    });
    const hasToken = own.GITHUB_TOKEN !== undefined;
    return { read: githubReader({ ask, hasToken, clock, log }), write: null, budgetLeft: left };
  },
});
