import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const limit = 20;
let product: Product;
let time: number;

beforeAll(async () => {
  time = Date.now();
  const clock = { now: () => new Date(time) };
  product = await startProduct({
    settings: { CALLS_PER_MINUTE: String(limit), TRUSTED_PROXIES: '1' },
    platform: (own) => (own.service === 'gateway' ? { ...own, clock } : own),
  });
});
afterAll(() => product.stop());

/** Headers of a new client address behind our proxy. */
let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `192.0.2.${(addresses += 1)}` });

async function statuses(visitor: Visitor, path: string, headers: Record<string, string>, times: number) {
  const replies = await Promise.all(Array.from({ length: times }, () => visitor.ask(path, { headers })));
  return replies.map(({ status }) => status).sort();
}

it('limits the calls of a user per minute over all addresses and answers how long to wait; others are not limited', async () => {
  const [user, other] = [await Visitor.registered(product.url), await Visitor.registered(product.url)];
  const half = Array.from({ length: limit / 2 }, () => 200);
  expect(await statuses(user, '/api/auth/user', newAddress(), limit / 2)).toEqual(half);
  expect(await statuses(user, '/api/leads', newAddress(), limit / 2)).toEqual(half);
  const refused = await user.ask('/api/auth/user');
  expect([refused.status, errorBody.parse(refused.body).code]).toEqual([429, 'rate.limited']);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await other.ask('/api/auth/user')).status).toBe(200);
});

it('visitors are counted by their address', async () => {
  const visitor = new Visitor(product.url);
  const [here, there] = [newAddress(), newAddress()];
  const seen = await statuses(visitor, '/api/auth/providers', here, limit + 5);
  expect(seen.slice(-5)).toEqual([429, 429, 429, 429, 429]);
  expect(seen[limit - 1]).not.toBe(429);
  expect(await statuses(visitor, '/api/auth/providers', there, 1)).not.toEqual([429]);
});

it('health checks are not counted, and calls refused for another reason keep that reason', async () => {
  const visitor = new Visitor(product.url);
  const here = newAddress();
  expect(await statuses(visitor, '/health/live', here, limit * 2)).toEqual(
    Array.from({ length: limit * 2 }, () => 200),
  );
  await statuses(visitor, '/api/auth/providers', here, limit);
  expect(await statuses(visitor, '/api/nothing', here, 1)).toEqual([404]);
  expect(await statuses(visitor, '/api/leads', here, 1)).toEqual([401]);
  expect(await statuses(visitor, '/api/auth/providers', here, 1)).toEqual([429]);
});
