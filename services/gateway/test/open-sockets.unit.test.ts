import { createLogger, noMeters } from '@earshot/core';
import { type LeavingKeyValue, leavingKeyValue, until } from '@earshot/core/testing';
import { embeddedKeyValue } from '@earshot/service-kit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expiryOf, type Session } from '../src/domain/session.ts';
import { type OpenSockets, openSockets } from '../src/http/open-sockets.ts';
import { slotTtlMs } from '../src/domain/socket-slots.ts';
import { socketSlots } from '../src/store/socket-slots.ts';

const start = new Date('2026-11-21T12:00:00Z');
const session: Session = { sid: 'one', userId: 'user', admin: false, startedAt: start, usedAt: start, userAgent: null };
const clock = { now: () => now };
let now: Date;
let stored: Session;
let memory: ReturnType<typeof embeddedKeyValue>;
let kv: LeavingKeyValue;
let opened: OpenSockets[];

beforeEach(() => {
  now = start;
  stored = session;
  memory = embeddedKeyValue({ clock });
  kv = leavingKeyValue(memory);
  opened = [];
});
afterEach(async () => {
  for (const { sweeper, keeper } of opened) await Promise.all([sweeper.stop(), keeper.stop()]);
  await memory.stop();
});

/** The sockets of a gateway that shares its store with the others of the test. */
function gateway(mostOfSession: number, mostOfAccount = 100): OpenSockets {
  const log = createLogger({ name: 'test', level: 'silent' });
  const open = openSockets({
    platform: { meters: noMeters, clock, log },
    sessions: { find: async (_sid, at) => (expiryOf(stored) > at ? stored : null) },
    slots: socketSlots(kv, { ofSession: mostOfSession, ofAccount: mostOfAccount }),
  });
  opened.push(open);
  return open;
}

async function joined(open: OpenSockets, of = session): Promise<PassThrough> {
  const socket = new PassThrough();
  open.add(socket);
  expect(await open.join(socket, of)).toBe(true);
  return socket;
}

const refused = async (open: OpenSockets) => !(await open.join(new PassThrough(), session));

it('a session has a limited number of sockets, and a closed one makes room', async () => {
  const open = gateway(2);
  const [first, ...others] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const answers = await Promise.all([first, ...others].map((socket) => open.join(socket, session)));
  expect(answers).toEqual([true, true, false]);
  await joined(open, { ...session, sid: 'other' });
  first.destroy();
  await once(first, 'close');
  await joined(open);
});

it('all gateways share the limit of a session', async () => {
  const [here, there] = [gateway(3), gateway(3)];
  const first = await joined(here);
  await joined(there);
  await joined(here);
  expect([await refused(here), await refused(there)]).toEqual([true, true]);
  first.destroy();
  await once(first, 'close');
  await joined(there);
  expect(await refused(here)).toBe(true);
});

it('all sessions and gateways share the limit of the account', async () => {
  const [here, there] = [gateway(2, 3), gateway(2, 3)];
  const other = { ...session, sid: 'other' };
  const first = await joined(here);
  await Promise.all([joined(there), joined(there, other)]);
  const another = { ...session, sid: 'third' };
  expect(await here.join(new PassThrough(), another)).toBe(false);
  await joined(here, { ...another, userId: 'somebody else' });
  first.destroy();
  await once(first, 'close');
  await joined(here, another);
});

it('a gateway that stops makes room at once, and one that died after a while', async () => {
  const [stopping, dying, other] = [gateway(2), gateway(2), gateway(2)];
  const socket = await joined(stopping);
  await stopping.closeAll();
  expect(socket.destroyed).toBe(true);
  await Promise.all([joined(dying), joined(dying)]);
  expect(await refused(other)).toBe(true);
  now = new Date(now.getTime() + slotTtlMs);
  await Promise.all([joined(other), joined(other)]);
});

it('a socket that stays open keeps its slot, also when the store lost it', async () => {
  const [here, there] = [gateway(1), gateway(1)];
  const socket = await joined(here);
  now = new Date(now.getTime() + slotTtlMs);
  await here.keeper.start();
  await here.keeper.stop();
  expect(socket.destroyed).toBe(false);
  expect(await refused(there)).toBe(true);
});

it('a socket that lost its slot to others closes', async () => {
  const [here, there] = [gateway(1), gateway(1)];
  const socket = await joined(here);
  now = new Date(now.getTime() + slotTtlMs);
  await joined(there);
  await here.keeper.start();
  await here.keeper.stop();
  expect(socket.destroyed).toBe(true);
});

it('each gateway limits its own sockets while the store is away, and shares the limit again when it is back', async () => {
  const [here, there] = [gateway(1), gateway(1)];
  kv.leave();
  const first = await joined(here);
  const second = await joined(there);
  expect(await refused(here)).toBe(true);
  await here.keeper.start();
  await here.keeper.stop();
  kv.comeBack();
  for (const { keeper } of [here, there]) {
    await keeper.start();
    await keeper.stop();
  }
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
});

it('a socket that closed before it had a slot leaves none taken', async () => {
  const open = gateway(1);
  const socket = new PassThrough();
  const joining = open.join(socket, session);
  socket.destroy();
  await once(socket, 'close');
  await joining;
  await joined(open);
});

it('a socket ends when its session times out, and not while the session is still used', async () => {
  const open = gateway(2);
  const socket = await joined(open);
  now = expiryOf(session);
  stored = { ...session, usedAt: new Date(now.getTime() - 60_000) };
  await open.sweeper.start();
  expect(socket.destroyed).toBe(false);
  now = expiryOf(stored);
  await until('the socket is destroyed', () => socket.destroyed);
});
