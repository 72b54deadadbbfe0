import { freePorts, until } from '@earshot/core/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { scanToEnd } from '../src/founder.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const post = (body: unknown) => ({ method: 'POST', body });
const problem = z.object({ message: z.string() });

let product: Product;
let site = '';
beforeAll(async () => {
  const [port] = await freePorts(1);
  const address = `127.0.0.1:${port}/bluesky`;
  site = `http://${address}`;
  const settings = { SANDBOX_PORT: String(port), BLUESKY_URL: site, BLUESKY_STREAM_URLS: `ws://${address}` };
  product = await startProduct({ settings });
});
afterAll(() => product.stop());

async function setUp(listen: boolean): Promise<Visitor> {
  const visitor = await Visitor.registered(product.url);
  const configuration = { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual', listen };
  await visitor.ask('/api/configuration', post(configuration));
  return visitor;
}
const community = (name: string) => post({ name, source: 'bluesky' });

/** A call with which people write on the site. */
async function write(call: string, body: object): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${site}/xrpc/${call}`, init)).json();
}
const repo = 'buyer.bsky.example';
const collection = 'app.bsky.feed.post';
const text =
  'My clients pay 60 days late. Looking for an invoicing tool for freelancers that sends the payment reminders for me. What do you recommend?';
const newPost = async () =>
  z
    .object({ uri: z.string(), rkey: z.string() })
    .parse(await write('com.atproto.repo.createRecord', { repo, collection, record: { text, langs: ['en'] } }));
const urlOf = ({ uri }: { uri: string }) =>
  uri.replace(/^at:\/\/([^/]+)\/[^/]+\/(.+)$/, 'https://bsky.app/profile/$1/post/$2');
/** The sandbox writes posts of its own meanwhile. */
const leadOf = async (visitor: Visitor, url: string) =>
  (await visitor.get(leadList, '/api/leads?limit=100')).leads.find((lead) => lead.url === url);
/** Streams report what happens from the moment on in which they are open. */
const openStream = async () => {
  const lines = async () => (await product.scrape()).split('\n');
  await until('posts from the stream', async () => {
    await write('com.atproto.repo.createRecord', { repo: 'ducks.bsky.example', collection, record: { text: 'Ducks' } });
    return (await lines()).some((line) => /^earshot_source_received_bytes_total\{.*bluesky.*\} [1-9]/.test(line));
  });
};

it('a search becomes a lead when somebody writes, and the lead loses its words when the post is deleted', async () => {
  const visitor = await setUp(true);
  const added = await visitor.get(subreddit, '/api/subreddits', community('invoicing tool lang:en'));
  const names = { name: 'search:invoicing tool lang:en', communityLabel: 'Bluesky search: invoicing tool lang:en' };
  expect(added).toMatchObject({ source: 'bluesky', sourceLabel: 'Bluesky', ...names, check: 'passed' });
  await openStream();
  const written = await newPost();
  const url = urlOf(written);
  const lead = await until('the lead', () => leadOf(visitor, url));
  expect(lead).toMatchObject({
    source: 'bluesky',
    authorLabel: `@${repo}`,
    title: expect.stringContaining('60 days late'),
  });

  await write('com.atproto.repo.deleteRecord', { repo, collection, rkey: written.rkey });
  await until('the words to go', async () => {
    const { leads } = await visitor.get(leadList, '/api/leads?limit=100');
    return leads.find(({ id }) => id === lead.id)?.title === 'Removed by its author';
  });
});

it('a scan makes the stream report a search, and finds its posts the next time', async () => {
  const visitor = await setUp(false);
  await visitor.get(subreddit, '/api/subreddits', community('"payment reminders" freelancers'));
  expect(await scanToEnd(visitor)).toMatchObject({ status: 'completed', errorMessage: null, newLeadsFound: 0 });
  const cached = product.platformOf('scan-ingest').documents.collection('reddit_post_cache');
  const communityKey = 'bluesky/search:"payment reminders" freelancers';
  // The stream is open, and follows the search within a second.
  const look = async () => {
    await newPost();
    return (await cached.countDocuments({ communityKey })) > 0;
  };
  await until('a post of the search', look, undefined, 500);
  await scanToEnd(visitor);
  const [lead] = (await visitor.get(leadList, '/api/leads?limit=100')).leads;
  const communityLabel = 'Bluesky search: "payment reminders" freelancers';
  expect(lead).toMatchObject({ communityLabel, authorLabel: `@${repo}` });
});

it('says why an account or a list is no community', async () => {
  const visitor = await setUp(false);
  const refused = async (name: string) =>
    problem.parse((await visitor.ask('/api/subreddits', community(name))).body).message;
  expect(await refused('@nobody.bsky.example')).toBe(
    'Bluesky has no such account: @nobody.bsky.example. Check the spelling, or open its page and enter the address.',
  );
  expect(await refused('lang:en')).toContain('This search contains no words');
  const found = await visitor.get(subreddit, '/api/subreddits', community('https://bsky.app/profile/ada.bsky.example'));
  expect(found.communityLabel).toBe('@ada.bsky.example');
});
