import type { Route } from 'playwright-core';

/** A way in which a call fails, and the text that users then see. */
export interface Failure {
  readonly name: string;
  readonly answer: (route: Route) => Promise<void>;
  readonly message: string;
}

const ownError = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message, requestId: 'req-of-a-test' } });

/** The failures happen to the same load one after the other: each Retry meets the next one. */
export const failures: readonly Failure[] = [
  {
    name: 'our own error',
    answer: ownError(500, 'internal', 'The storeroom is locked'),
    message: 'The storeroom is locked.',
  },
  {
    name: "a proxy's page",
    answer: (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>Bad Gateway</h1></html>' }),
    message: "Earshot's answer could not be read (status 502). Try again in a moment.",
  },
  {
    name: 'too many calls',
    answer: ownError(429, 'rate.limited', 'Too many requests; try again in a moment'),
    message: 'Too many requests; try again in a moment.',
  },
  {
    name: 'nobody answers',
    answer: (route) => route.abort('connectionrefused'),
    message: 'Earshot does not answer. Check your connection and try again.',
  },
];
