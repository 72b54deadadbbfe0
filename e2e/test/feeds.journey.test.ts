import { freePorts, until } from '@earshot/core/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { sourceInUse } from '@earshot/proto/http/source';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { scanToEnd } from '../src/founder.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const post = (body: unknown) => ({ method: 'POST', body });
const problem = z.object({ message: z.string(), code: z.string() });

let passedMs = 0;
const clock = { now: () => new Date(Date.now() + passedMs) };
const pass = (ms: number) => {
  passedMs += ms;
};
let product: Product;
let site = '';
let forum = '';
beforeAll(async () => {
  const [port] = await freePorts(1);
  site = `http://127.0.0.1:${port}/feeds`;
  forum = `http://127.0.0.1:${port}/discourse`;
  product = await startProduct({
    clock,
    settings: {
      SANDBOX_PORT: String(port),
      OUTBOUND_ALLOW: '127.0.0.1',
      GITHUB_API_URL: `http://127.0.0.1:${port}/github`,
    },
  });
});
afterAll(() => product.stop());

async function setUp(): Promise<Visitor> {
  const visitor = await Visitor.registered(product.url);
  const configuration = { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' };
  await visitor.ask('/api/configuration', post(configuration));
  return visitor;
}
const feed = (name: string) => post({ name, source: 'feed' });

it('leads come from the feed of a page, under the name of its site', async () => {
  const visitor = await setUp();
  const added = await visitor.get(subreddit, '/api/subreddits', feed(`${site}/forum`));
  const community = { source: 'feed', sourceLabel: 'Feeds', communityLabel: 'Quiet Harbour forum' };
  expect(added).toMatchObject({ ...community, name: `${site}/forum.rss#Quiet Harbour forum`, check: 'passed' });
  // The address of the feed, or the name that the list shows, is the same community.
  for (const name of [`${site}/forum.rss`, added.name]) {
    expect((await visitor.get(subreddit, '/api/subreddits', feed(name))).id).toBe(added.id);
  }

  expect(await scanToEnd(visitor)).toMatchObject({ status: 'completed', errorMessage: null, subredditsScanned: 1 });
  const { leads } = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');
  expect(leads.length).toBeGreaterThan(0);
  expect(leads[0]).toMatchObject({ source: 'feed', communityLabel: 'Quiet Harbour forum' });
  expect(leads.map(({ url }) => url)).toContain(`${site}/t/12`);
});

it('leads come from a search of a forum', async () => {
  const visitor = await setUp();
  const search = post({ name: `${forum} overdue invoices`, source: 'discourse' });
  const added = await visitor.get(subreddit, '/api/subreddits', search);
  expect(added).toMatchObject({ source: 'discourse', sourceLabel: 'Discourse forums', check: 'passed' });
  expect(await scanToEnd(visitor)).toMatchObject({ status: 'completed', errorMessage: null, subredditsScanned: 1 });
  const { leads } = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');
  expect(leads[0]).toMatchObject({
    source: 'discourse',
    author: 'marta_k',
    url: `${forum}/t/invoices-go-out-payments-come-in-six-weeks-late/101/1`,
  });
  const shop = post({ name: `${site} overdue invoices`, source: 'discourse' });
  expect((await visitor.ask('/api/subreddits', shop)).body).toMatchObject({
    code: 'community.unknown',
    message: expect.stringContaining('does not allow Earshot to search (error 401)'),
  });
});

it('leads come from a search of GitHub, which does not welcome offers', async () => {
  const visitor = await setUp();
  const added = await visitor.get(subreddit, '/api/subreddits', post({ name: 'overdue invoices', source: 'github' }));
  expect(added).toMatchObject({ communityLabel: 'GitHub: overdue invoices', check: 'passed' });
  expect(await scanToEnd(visitor)).toMatchObject({ status: 'completed', errorMessage: null, subredditsScanned: 1 });
  const { leads } = await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high');
  expect(leads[0]).toMatchObject({ source: 'github', url: 'https://github.com/acme/billing/issues/41' });
  const sources = await visitor.get(z.array(sourceInUse), '/api/sources');
  const notes = sources.map(({ id, offersNote }) => [id, offersNote] as const);
  expect(notes.filter(([, note]) => note !== null)).toEqual([
    ['github', expect.stringContaining('GitHub does not welcome offers')],
  ]);
});

it('says why an address is no community', async () => {
  const visitor = await setUp();
  const refused = async (name: string) => problem.parse((await visitor.ask('/api/subreddits', feed(name))).body);
  expect(await refused('invoices')).toMatchObject({ message: expect.stringContaining('Enter the address of a blog') });
  expect(await refused(`${site}/faults/page/forum.rss`)).toMatchObject({
    code: 'community.unknown',
    message: `Earshot found no feed at ${site.replace('http://', '')}/faults/page/forum.rss. Look for a link named RSS, Atom or Feed on that page and enter its address.`,
  });
  expect(await refused('http://169.254.169.254/latest')).toMatchObject({
    code: 'community.unknown',
    message:
      'Earshot cannot read 169.254.169.254 because it is not a public address. Enter a public one, or ask your Earshot administrator to allow this one.',
  });
  expect(await refused(`${site}/faults/silent/forum.rss`)).toMatchObject({
    code: 'community.unknown',
    message: expect.stringContaining('took too long to answer. Earshot tries again in 10 minutes'),
  });
  expect(await refused(`${site}/faults/429/forum.rss`)).toMatchObject({
    code: 'community.unknown',
    message: expect.stringContaining('Earshot has reached the request limit of'),
  });
});

it('a scan names a feed that has stopped', async () => {
  const visitor = await setUp();
  let isGone = false;
  const entry = '<item><title>Need a tool for invoices</title><link>/t/1</link></item>';
  const other = createServer((_, res) => {
    res.writeHead(isGone ? 410 : 200).end(`<rss><channel><title>Old forum</title>${entry}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = z.object({ port: z.number() }).parse(other.address());
  try {
    await visitor.get(subreddit, '/api/subreddits', feed(`http://127.0.0.1:${port}/`));
    expect(await scanToEnd(visitor)).toMatchObject({ status: 'completed', errorMessage: null });
    isGone = true;
    pass(11 * 60_000);
    const job = await scanToEnd(visitor);
    expect(job.errorMessage).toContain('Old forum');
    await until('the community to be marked', async () => {
      const [one] = await visitor.get(z.array(subreddit), '/api/subreddits');
      return one?.check === 'missing';
    });
  } finally {
    other.closeAllConnections();
    other.close();
  }
});
