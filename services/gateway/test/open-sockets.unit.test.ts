import { createLogger, noMeters } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Session } from '../src/domain/session.ts';
import { expiryOf } from '../src/domain/session.ts';
import { openSockets } from '../src/http/open-sockets.ts';

const start = new Date('2026-11-21T12:00:00Z');
const session: Session = { sid: 'one', userId: 'user', admin: false, startedAt: start, usedAt: start, userAgent: null };
let now = start;
let stored: Session;

function registry(mostOfSession: number) {
  now = start;
  stored = session;
  const log = createLogger({ name: 'test', level: 'silent' });
  return openSockets({
    platform: { meters: noMeters, clock: { now: () => now }, log },
    sessions: { find: async (_sid, at) => (expiryOf(stored) > at ? stored : null) },
    mostOfSession,
  });
}

let sweeper = registry(1).sweeper;
afterEach(() => sweeper.stop());

it('a session has a limited number of sockets, and a closed one makes room', async () => {
  const open = registry(2);
  const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()];
  expect([open.join(first, session), open.join(second, session), open.join(third, session)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(open.join(third, { ...session, sid: 'other' })).toBe(true);
  first.destroy();
  await once(first, 'close');
  expect(open.join(new PassThrough(), session)).toBe(true);
});

it('a socket ends when its session times out, and not while the session is still used', async () => {
  const open = registry(2);
  const socket = new PassThrough();
  open.join(socket, session);
  now = expiryOf(session);
  stored = { ...session, usedAt: new Date(now.getTime() - 60_000) };
  ({ sweeper } = open);
  await sweeper.start();
  expect(socket.destroyed).toBe(false);
  now = expiryOf(stored);
  await until('the socket is destroyed', () => socket.destroyed);
});
