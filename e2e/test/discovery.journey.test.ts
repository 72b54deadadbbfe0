import { afterAll, expect, it } from '@jest/globals';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const product = await startProduct();
afterAll(() => product.stop());

it('the public search has a limit a minute, whatever address a header claims', async () => {
  const claims = { 'x-earshot-visitor': '203.0.113.7', 'x-forwarded-for': '203.0.113.8' };
  const body = { productDescription: 'Strings for violins' };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const visitor = new Visitor(product.url);
    const reply = await visitor.ask('/api/public/discover-subreddits', { method: 'POST', body, headers: claims });
    statuses.push(reply.status);
  }
  expect(statuses.at(-1)).toBe(429);
});
