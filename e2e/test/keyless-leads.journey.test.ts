import { freePorts, until } from '@earshot/core/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { scanToEnd } from '../src/founder.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

/** The most time between a registration and leads of four sources, in ms. */
const mostMs = 120_000;

let product: Product;
let sandbox = '';
beforeAll(async () => {
  const [port] = await freePorts(1);
  sandbox = `http://127.0.0.1:${port}`;
  product = await startProduct({
    settings: {
      SANDBOX_PORT: String(port),
      OUTBOUND_ALLOW: '127.0.0.1',
      HACKER_NEWS_URL: `${sandbox}/hacker-news`,
      HACKER_NEWS_SEARCH_URL: `${sandbox}/hacker-news`,
      STACK_EXCHANGE_URL: `${sandbox}/stack-exchange`,
      GITHUB_API_URL: `${sandbox}/github`,
    },
  });
});
afterAll(() => product.stop());

it('a new user without any key has leads of at least four sources within two minutes', async () => {
  const begunAt = performance.now();
  const visitor = await Visitor.registered(product.url);
  const post = (path: string, body: object) => visitor.ask(path, { method: 'POST', body });
  await post('/api/configuration', { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' });
  const communities = [
    { source: 'hacker-news', name: 'late payments' },
    { source: 'feed', name: `${sandbox}/feeds/forum` },
    { source: 'discourse', name: `${sandbox}/discourse overdue invoices` },
    { source: 'github', name: 'overdue invoices' },
    { source: 'stack-exchange', name: 'freelancing' },
  ];
  for (const body of communities) await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body });
  const job = await scanToEnd(visitor);
  expect(job).toMatchObject({ status: 'completed', errorMessage: null });
  const sources = await until('leads of four sources', async () => {
    const { leads } = await visitor.get(leadList, '/api/leads?limit=100');
    const found = new Set(leads.map(({ source }) => source));
    return found.size >= 4 && found;
  });
  expect(sources).not.toContain('sample');
  expect(performance.now() - begunAt).toBeLessThan(mostMs);
});
