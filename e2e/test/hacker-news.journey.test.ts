import { leadList, subreddit } from '@earshot/proto/http/lead';
import { scanPosts } from '@earshot/proto/http/scan';
import { freePorts } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { scanToEnd } from '../src/founder.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const post = (body: unknown) => ({ method: 'POST', body });
const problem = z.object({ message: z.string() });

let product: Product;
beforeAll(async () => {
  const [port] = await freePorts(1);
  const standIn = `http://127.0.0.1:${port}/hacker-news`;
  const settings = { SANDBOX_PORT: String(port), HACKER_NEWS_URL: standIn, HACKER_NEWS_SEARCH_URL: standIn };
  product = await startProduct({ settings });
});
afterAll(() => product.stop());

async function setUp(): Promise<Visitor> {
  const visitor = await Visitor.registered(product.url);
  const configuration = { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', post(configuration));
  return visitor;
}

it('leads come from Hacker News and from the sandbox, each with the labels of its source', async () => {
  const visitor = await setUp();
  const add = (body: object) => visitor.get(subreddit, '/api/subreddits', post(body));
  await add({ name: 'freelance' });
  expect(await add({ name: 'ask hn', source: 'hacker-news' })).toMatchObject({
    name: 'ask',
    source: 'hacker-news',
    sourceLabel: 'Hacker News',
    communityLabel: 'Ask HN',
  });
  const search = await add({ name: 'Late  Payments', source: 'hacker-news' });
  expect(search).toMatchObject({ name: 'search:late payments', communityLabel: 'HN search: late payments' });

  const job = await scanToEnd(visitor);
  expect(job).toMatchObject({ status: 'completed', errorMessage: null, subredditsScanned: 3 });
  const { leads } = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');
  expect(leads.length).toBe(job.newLeadsFound);
  const ofSource = (id: string) => leads.filter(({ source }) => source === id);
  expect(ofSource('sample').length).toBeGreaterThan(0);
  const fromHackerNews = ofSource('hacker-news');
  expect(fromHackerNews.length).toBeGreaterThan(0);
  for (const lead of fromHackerNews) {
    expect(lead).toMatchObject({ sourceLabel: 'Hacker News', authorLabel: lead.author });
    expect(['Ask HN', 'HN search: late payments']).toContain(lead.communityLabel);
    expect(lead.url).toBe(`https://news.ycombinator.com/item?id=${lead.redditPostId}`);
  }
  expect(ofSource('sample').every(({ communityLabel }) => communityLabel === 'r/freelance')).toBe(true);
  // The search still finds posts of these two authors, although the posts were deleted or killed.
  const gone = ['vanished1', 'promo_promo'];
  expect(leads.filter(({ author }) => gone.includes(author))).toEqual([]);
  const filtered = await visitor.get(scanPosts, `/api/leads/scan/${job.id}/posts?reason=filtered&limit=100`);
  const removed = filtered.posts.filter(({ reason }) => reason === 'The post was removed or deleted.');
  expect(removed.length).toBeGreaterThan(0);
  expect(removed.every(({ source, author }) => source === 'hacker-news' && gone.includes(author))).toBe(true);
  const { leads: listed } = await visitor.get(leadList, '/api/leads?limit=100&source=hacker-news');
  expect(listed.map(({ id }) => id).sort()).toEqual(fromHackerNews.map(({ id }) => id).sort());

  const again = await scanToEnd(visitor);
  expect(again).toMatchObject({ status: 'completed', newLeadsFound: 0 });
});

it('a name that Hacker News does not have is explained', async () => {
  const visitor = await setUp();
  const answer = await visitor.ask('/api/subreddits', post({ name: 'r/SaaS', source: 'hacker-news' }));
  expect(answer.status).toBe(400);
  expect(problem.parse(answer.body).message).toContain('Type Ask HN, Show HN, HN new or HN comments');
});

it('where Hacker News refuses, the scan names the community and the others are scanned', async () => {
  const visitor = await setUp();
  await visitor.get(subreddit, '/api/subreddits', post({ name: 'freelance' }));
  await visitor.get(subreddit, '/api/subreddits', post({ name: 'search:sandbox_403', source: 'hacker-news' }));
  const job = await scanToEnd(visitor);
  expect(job.status).toBe('completed');
  expect(job.errorMessage).toContain('HN search: sandbox_403');
  expect(job.newLeadsFound).toBeGreaterThan(0);
});
