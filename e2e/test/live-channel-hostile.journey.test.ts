import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { liveChannelTarget } from '@earshot/service-kit';
import { afterAll, expect, it } from '@jest/globals';
import { parseCookie } from 'cookie';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openLive } from '../src/live.ts';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const product = await startProduct();
afterAll(() => product.stop());

const signOut = { method: 'POST' };

/** Opens a socket directly at the realtime service, with the token that the gateway would send. */
async function openBehindGateway(userId: string, sessionRef: string): Promise<WebSocket> {
  const token = product.platformOf('gateway').tokens.sign(liveChannelTarget, { userId, admin: false, sessionRef });
  const socket = new WebSocket(`${product.urlOf('realtime').replace('http', 'ws')}/ws`, {
    headers: { 'x-earshot-token': token },
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

it('believes no token of a handshake from outside', async () => {
  const token = product.platformOf('gateway').tokens.sign(liveChannelTarget, { userId: 'victim', admin: false });
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { 'x-earshot-token': token } });
  expect(await closeCode(socket)).toBe(4401);
});

it('a socket that has not authenticated yet also ends with its session', async () => {
  const visitor = await Visitor.registered(product.url);
  const [live, witness] = [await openLive(visitor), await openLive(visitor, visitor.userId)];
  await visitor.ask('/api/auth/logout', signOut);
  expect(await witness.closed).toBe(4401);
  live.send(JSON.stringify({ type: 'authenticate', userId: visitor.userId }));
  expect(await live.closed).toBe(4401);
});

it('a socket that was on its way when its session ended is closed on arrival', async () => {
  const visitor = await Visitor.registered(product.url);
  const secret = parseCookie(visitor.cookieHeader)['earshot'] ?? '';
  const witness = await openLive(visitor, visitor.userId);
  await visitor.ask('/api/auth/logout', signOut);
  expect(await witness.closed).toBe(4401);
  const late = await openBehindGateway(visitor.userId, createHash('sha256').update(secret).digest('base64url'));
  expect(await closeCode(late)).toBe(4401);
});

it('closes a socket that never reads its frames', async () => {
  const userId = newId();
  const [idle, witness] = [await openBehindGateway(userId, 'one'), await openBehindGateway(userId, 'another')];
  for (const socket of [idle, witness]) {
    socket.send(JSON.stringify({ type: 'authenticate', userId }));
    await once(socket, 'message');
  }
  let seen = 0;
  witness.on('message', () => (seen += 1));
  const closed = closeCode(idle);
  idle.pause();
  // More data than the kernel buffers on both ends, so the rest would fill our memory.
  const { bus, event } = product.platformOf('lead');
  const value = { leadId: 'long', source: 'sample', community: 'x'.repeat(30_000), score: 8 };
  for (let sent = 0; sent < 400; sent += 1)
    await bus.publish([event({ userId, payload: { case: 'leadCreated', value } }).record]);
  await until('all frames were written', () => seen === 400);
  witness.close();
  idle.resume();
  // 1006: the connection was cut, because the client did not even read the close frame.
  expect([1013, 1006]).toContain(await closed);
});

it('authenticates twice without harm, and takes no other user the second time', async () => {
  const visitor = await Visitor.registered(product.url);
  const live = await openLive(visitor, visitor.userId);
  live.send(JSON.stringify({ type: 'authenticate', userId: visitor.userId }));
  await until('both answers', () => live.frames.length === 2);
  live.send(JSON.stringify({ type: 'authenticate', userId: 'somebody-else' }));
  expect(await live.closed).toBe(4401);
});
