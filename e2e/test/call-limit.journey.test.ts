import { untilWithin } from '@earshot/core/testing';
import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLive } from '../src/live.ts';
import { type Product, startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const limit = 20;
const networkLimit = 40;
let product: Product;
let time: number;
/** A web app of one empty page. */
let webRoot: string;

beforeAll(async () => {
  time = Date.now();
  webRoot = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  for (const name of ['index.html', 'app.html', 'scores.html']) await writeFile(join(webRoot, name), '<p>Earshot</p>');
  await writeFile(join(webRoot, 'pages.json'), '[]');
  const clock = { now: () => new Date(time) };
  product = await startProduct({
    settings: {
      CALLS_PER_MINUTE: String(limit),
      NETWORK_CALLS_PER_MINUTE: String(networkLimit),
      SOCKETS_PER_SESSION: '2',
      TRUSTED_PROXIES: '1',
      WEB_ROOT: webRoot,
    },
    platform: (own) => (own.service === 'gateway' ? { ...own, clock } : own),
  });
});
afterAll(async () => {
  await product.stop();
  await rm(webRoot, { recursive: true });
});

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

it('a network over its limit gets 429 before 401, with the time to wait, on /api, /ws and /sandbox', async () => {
  const visitor = new Visitor(product.url);
  const [here, there] = [newAddress(), newAddress()];
  const seen = await statuses(visitor, '/api/auth/providers', here, networkLimit - 2);
  expect(new Set(seen)).toEqual(new Set([200]));
  expect(await statuses(visitor, '/api/leads', here, 1)).toEqual([401]);
  expect(await statuses(visitor, '/sandbox/r/freelance', here, 1)).not.toEqual([429]);
  const refused = await visitor.ask('/api/leads', { headers: here });
  expect([refused.status, errorBody.parse(refused.body).code]).toEqual([429, 'rate.limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statuses(visitor, '/sandbox/r/freelance', here, 1)).toEqual([429]);
  await expect(openLive(visitor, undefined, here)).rejects.toThrow('429');
  expect(await statuses(visitor, '/api/nothing', here, 1)).toEqual([404]);
  expect(await statuses(visitor, '/api/leads', there, 1)).toEqual([401]);
});

it('socket handshakes count for the network, and a session has at most so many sockets', async () => {
  const user = await Visitor.registered(product.url);
  const open = [await openLive(user, user.userId, newAddress()), await openLive(user, user.userId, newAddress())];
  await expect(openLive(user, user.userId, newAddress())).rejects.toThrow('429');
  const [first] = open;
  first?.close();
  await first?.closed;
  const here = newAddress();
  const again = await untilWithin(5_000, 'there is room for a socket', () =>
    openLive(user, user.userId, here).catch(() => undefined),
  );
  for (const live of [...open, again]) live?.close();
  await statuses(user, '/api/auth/providers', here, networkLimit);
  await expect(openLive(user, user.userId, here)).rejects.toThrow('429');
});

it('pages count for their network too', async () => {
  const visitor = new Visitor(product.url);
  const here = { ...newAddress(), accept: 'text/html' };
  expect(new Set(await statuses(visitor, '/', here, networkLimit))).toEqual(new Set([200]));
  expect(await statuses(visitor, '/', here, 1)).toEqual([429]);
  expect(await statuses(visitor, '/', { ...newAddress(), accept: 'text/html' }, 1)).toEqual([200]);
});

it('health is not counted', async () => {
  const visitor = new Visitor(product.url);
  const all = await statuses(visitor, '/health/live', newAddress(), networkLimit + 1);
  expect(new Set(all)).toEqual(new Set([200]));
});
