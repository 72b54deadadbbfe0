import { newId } from '@earshot/core';
import { awakeFor, until } from '@earshot/core/testing';
import { closeCodes } from '@earshot/proto/realtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { frameLimit } from '../src/sockets/frame-limit.ts';
import { type Live, Replicas } from './fixtures/replicas.ts';

let replicas: Replicas;
let userId: string;
let live: Live;
beforeAll(async () => {
  replicas = await Replicas.start(1);
});
beforeEach(async () => {
  userId = newId();
  live = await replicas.open(0, userId);
});
afterAll(() => replicas.stop());

const authenticate = () => JSON.stringify({ type: 'authenticate', userId });

const closedWith = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

describe('a socket that sends too much', () => {
  it.each<[string, (socket: WebSocket) => void]>([
    ['frames', (socket) => socket.send(authenticate())],
    ['pings', (socket) => socket.ping()],
    ['frames of one byte, which are fragments of one message', (socket) => socket.send('x', { fin: false })],
    ['large frames of JSON', (socket) => socket.send(JSON.stringify('x'.repeat(60_000)))],
  ])('%s is closed with 1008', async (_what, send) => {
    const closed = closedWith(live.socket);
    for (let sent = 0; sent < 40_000 && live.socket.readyState === live.socket.OPEN; sent += 1) {
      send(live.socket);
      if (sent % 1_000 === 0) await awakeFor(1);
    }
    expect(await closed).toBe(closeCodes.policy);
  });

  it('gets no more answers than the limit', async () => {
    const closed = closedWith(live.socket);
    for (let sent = 0; sent < 5_000; sent += 1) live.socket.send(authenticate());
    expect(await closed).toBe(closeCodes.policy);
    const answers = live.frames.filter(({ type }) => type === 'authenticated');
    expect(answers.length).toBeLessThanOrEqual(frameLimit.frames);
  });
});

it('a socket that stays within the limit is served', async () => {
  // The fixture has sent the first frame.
  for (let sent = 1; sent < frameLimit.frames; sent += 1) live.socket.send(authenticate());
  await until('all answers', () => live.frames.length >= frameLimit.frames);
  await replicas.deliver(0, replicas.changed(userId, 'lead'));
  await until('a frame', () => live.leads().length === 1);
  live.cut();
});
