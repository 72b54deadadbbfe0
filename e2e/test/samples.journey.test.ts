import { freePorts, until } from '@earshot/core/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { founder, scanToEnd } from '../src/founder.ts';
import { speak } from '../src/full-life.ts';
import { type Product, startProduct } from '../src/product.ts';
import type { Visitor } from '../src/visitor.ts';

let product: Product;
let site = '';
beforeAll(async () => {
  const [port] = await freePorts(1);
  site = `http://127.0.0.1:${port}/feeds`;
  product = await startProduct({ settings: { SANDBOX_PORT: String(port), OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(() => product.stop());

/** Lists of what the member did with samples. */
const lists = [
  '/api/generated-messages',
  '/api/drafts',
  '/api/reminders',
  '/api/activity/dms',
  '/api/activity/comments',
  '/api/reddit/messages',
  '/api/reddit/accounts',
];

/** The lists that have an entry. */
async function filled(visitor: Visitor): Promise<string[]> {
  const counts = await Promise.all(lists.map((path) => visitor.get(z.array(z.unknown()), path)));
  return lists.filter((_, at) => (counts[at]?.length ?? 0) > 0);
}

it('one call removes everything that is a sample, and nothing else', async () => {
  const member = await founder(product.url);
  const { visitor } = member;
  await speak(member);
  await visitor.ask('/api/subreddits', { method: 'POST', body: { name: `${site}/forum`, source: 'feed' } });
  await scanToEnd(visitor);
  const leads = async () => (await visitor.get(leadList, '/api/leads?limit=100')).leads;
  const real = (await leads()).filter(({ source }) => source !== 'sample').map(({ id }) => id);
  expect(real.length).toBeGreaterThan(0);
  expect(await filled(visitor)).toEqual(lists);

  expect((await visitor.ask('/api/samples', { method: 'DELETE' })).status).toBe(204);
  expect((await leads()).map(({ id }) => id).toSorted()).toEqual(real.toSorted());
  const communities = await visitor.get(z.array(subreddit), '/api/subreddits');
  expect(communities.map(({ source }) => source)).toEqual(['feed']);
  // The other services follow the event.
  await until('no list with a sample', async () => (await filled(visitor)).length === 0);
});
