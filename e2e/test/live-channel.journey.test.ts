import { awakeMs, until } from '@earshot/core/testing';
import { afterAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openLive } from '../src/live.ts';
import { openProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const product = await openProduct();
afterAll(() => product.stop());

it('answers authenticate with authenticated', async () => {
  const visitor = await Visitor.registered(product.url);
  const live = await openLive(visitor, visitor.userId);
  await until('authenticated', () => live.frames.length > 0);
  const seq: unknown = expect.any(Number);
  expect(live.frames).toEqual([{ type: 'authenticated', data: { userId: visitor.userId }, seq }]);
  live.close();
});

it.each(['somebody', undefined])('closes with 4401 without a session, authenticating as %s', async (userId) => {
  const live = await openLive(new Visitor(product.url), userId);
  expect(await live.closed).toBe(4401);
});

it("closes with 4401 for another user's id", async () => {
  const visitor = await Visitor.registered(product.url);
  const live = await openLive(visitor, 'somebody-else');
  expect(await live.closed).toBe(4401);
});

it('closes with 4401 within a second of the sign-out', async () => {
  // The fastest of three: on a busy machine the product may have to wait for a processor.
  let fastestMs = Infinity;
  for (let attempt = 0; attempt < 3 && fastestMs >= 1_000; attempt += 1) {
    const visitor = await Visitor.registered(product.url);
    const live = await openLive(visitor, visitor.userId);
    await until('authenticated', () => live.frames.length > 0);
    await visitor.ask('/api/auth/logout', { method: 'POST' });
    fastestMs = Math.min(fastestMs, await awakeMs(() => live.closed));
    expect(await live.closed).toBe(4401);
  }
  expect(fastestMs).toBeLessThan(1_000);
});

it('closes with 1007 for a frame that is not JSON and 1009 for more than 64 KB', async () => {
  const visitor = await Visitor.registered(product.url);
  const notJson = await openLive(visitor, visitor.userId);
  notJson.send('{');
  expect(await notJson.closed).toBe(1007);
  const tooLarge = await openLive(visitor, visitor.userId);
  tooLarge.send(JSON.stringify('x'.repeat(65 * 1024)));
  expect(await tooLarge.closed).toBe(1009);
});

it.each([
  ['/ws', { origin: 'https://elsewhere.test' }, 403],
  ['/elsewhere', {}, 404],
])('refuses the handshake of %s with %j', async (path, headers, status) => {
  const socket = new WebSocket(product.url.replace('http', 'ws') + path, { headers });
  const refused = new Promise<number | undefined>((resolve) => {
    socket.on('unexpected-response', (_req, res) => resolve(res.statusCode));
  });
  socket.on('error', () => undefined);
  expect(await refused).toBe(status);
  socket.terminate();
});

it('serves the own origin', async () => {
  const visitor = await Visitor.registered(product.url);
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: visitor.cookieHeader, origin: product.url },
  });
  await once(socket, 'open');
  socket.close();
});
