import { appError } from '@earshot/core';
import { expect, it } from '@jest/globals';
import { problemWords } from '../src/domain/source-problem.ts';

const host = 'hn.algolia.com';

it.each([
  [appError('source.unavailable', { host, reason: 'unreachable' }), 'No connection to hn.algolia.com'],
  [appError('source.unavailable', { host, reason: 'time-out' }), 'No answer from hn.algolia.com'],
  [appError('source.unavailable', { host, status: 502 }), 'Error at hn.algolia.com: 502'],
  [
    appError('source.rate-limited', { host, status: 429, retryAfterSeconds: 900 }),
    'Refused by hn.algolia.com: 429, until 2026-11-28 14:20 UTC',
  ],
  [appError('source.refused', { host, status: 403 }), 'Refused by hn.algolia.com: 403'],
  [appError('source.not-found', { host, status: 404 }), 'This community does not exist'],
  [appError('source.banned', { host, status: 404 }), 'This community was banned by its site'],
  [appError('source.unavailable'), 'The community site does not answer; try again in a moment'],
  [new Error('of ours, with details'), 'Something went wrong on our side'],
])('%s reads: %s', (error, words) => {
  expect(problemWords(error, new Date('2026-11-28T14:05:00Z'))).toBe(words);
});
