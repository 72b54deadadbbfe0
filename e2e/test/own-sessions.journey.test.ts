import { allServices } from '@earshot/all-in-one/services';
import type { EventFacts } from '@earshot/event-bus';
import type { Service } from '@earshot/service-kit';
import { awakeFor, until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { decodeEnvelope, encodeEnvelope, timestampFromDate } from '@earshot/proto/events';
import { gatewayContract } from '@earshot/proto/http/gateway';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { fakeAnalytics, fakeAuth } from '../src/fake-owners.ts';
import { openLive } from '../src/live.ts';
import { Visitor } from '../src/visitor.ts';

let services: TestServices;
beforeAll(async () => {
  const named = (name: string): Service[] => allServices.filter((service) => service.name === name);
  services = await startTestServices([fakeAuth, fakeAnalytics, ...named('realtime'), ...named('gateway')], {
    settings: { PORT: '0' },
  });
});
afterAll(() => services.stop());

/** The most sessions of an account. */
const mostSessions = 50;

const newUser = (who = 'founder') => `${who}-${randomUUID().slice(0, 8)}`;

async function signIn(userId: string, visitor = new Visitor(services.urlOf('gateway')), agent = 'test') {
  const body = { email: `${userId}@example.test`, password: 'start' };
  const reply = await visitor.ask('/api/auth/login', { method: 'POST', body, headers: { 'user-agent': agent } });
  expect(reply.status).toBe(200);
  return visitor;
}

const list = (visitor: Visitor) => visitor.get(gatewayContract.listSessions.response, '/api/auth/sessions');
const status = async (visitor: Visitor) => (await visitor.ask('/api/auth/user')).status;
const statuses = (...visitors: Visitor[]) => Promise.all(visitors.map(status));

/** Publishes an event of auth that occurred at a time. */
async function publish(facts: EventFacts, at: Date): Promise<void> {
  const { bus, event } = services.platformOf('auth');
  const { record } = event(facts);
  const envelope = { ...decodeEnvelope(record.value), occurredAt: timestampFromDate(at) };
  await bus.publish([{ ...record, value: encodeEnvelope(envelope) }]);
}

/** Opens a signed-in socket. */
async function live(visitor: Visitor, userId: string) {
  const channel = await openLive(visitor, userId);
  await until('the socket to be known', () => channel.frames.length > 0);
  return channel;
}

/** Resolves when the socket closes, or after one second with an error text. */
function closesSoon({ closed }: { closed: Promise<number> }): Promise<unknown> {
  const late = awakeFor(1_000).then(() => 'still open after a second');
  return Promise.race([closed, late]);
}

it('an account has at most 50 sessions: a further one ends the one that was used longest ago', async () => {
  const userId = newUser();
  const first = await signIn(userId);
  const second = await signIn(userId);
  for (let count = 2; count < mostSessions; count += 1) await signIn(userId);
  expect(await statuses(first, second)).toEqual([200, 200]);
  const last = await signIn(userId);
  expect(await statuses(first, second, last)).toEqual([401, 200, 200]);
  expect(await list(last)).toHaveLength(mostSessions);
});

describe('the list of sessions', () => {
  it('lists each with its origin and the current one marked, latest use first, without credentials', async () => {
    const userId = newUser();
    const phone = await signIn(userId, undefined, `Phone ${'x'.repeat(500)}`);
    const desk = await signIn(userId, undefined, 'Desk');
    await signIn(newUser());
    const seen = await list(desk);
    expect(seen.map(({ current, userAgent }) => [current, userAgent])).toEqual([
      [true, 'Desk'],
      [false, `Phone ${'x'.repeat(194)}`],
    ]);
    const [own] = seen;
    expect(Date.parse(own?.expiresAt ?? '') - Date.parse(own?.lastUsedAt ?? '')).toBe(7 * 24 * 3_600_000);
    const thief = { headers: { cookie: `earshot=${own?.id ?? ''}` } };
    expect((await new Visitor(desk.url).ask('/api/auth/user', thief)).status).toBe(401);
    expect((await list(phone)).filter(({ current }) => current)).toHaveLength(1);
  });
});

describe('ending sessions', () => {
  it('one: it is dead at once and its sockets close, the others go on', async () => {
    const userId = newUser();
    const [phone, desk] = [await signIn(userId), await signIn(userId)];
    const socket = await live(phone, userId);
    const id = (await list(desk)).find(({ current }) => !current)?.id ?? '';
    const ended = await desk.ask(`/api/auth/sessions/${id}`, { method: 'DELETE' });
    expect([ended.status, ended.headers.getSetCookie()]).toEqual([204, []]);
    expect(await statuses(phone, desk)).toEqual([401, 200]);
    expect(await closesSoon(socket)).toBe(4401);
    expect((await desk.ask(`/api/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('the own one: as signing out', async () => {
    const visitor = await signIn(newUser());
    const [own] = await list(visitor);
    expect((await visitor.ask(`/api/auth/sessions/${own?.id ?? ''}`, { method: 'DELETE' })).status).toBe(204);
    expect([visitor.cookieHeader, await status(visitor)]).toEqual(['', 401]);
  });

  it('all others end, and this one continues', async () => {
    const userId = newUser();
    const [a, b, own, stranger] = [
      await signIn(userId),
      await signIn(userId),
      await signIn(userId),
      await signIn(newUser()),
    ];
    const sockets = [await live(a, userId), await live(b, userId)];
    await own.confirm();
    expect((await own.ask('/api/auth/sessions', { method: 'DELETE' })).status).toBe(204);
    expect(await statuses(a, b, own, stranger)).toEqual([401, 401, 200, 200]);
    expect(await Promise.all(sockets.map(closesSoon))).toEqual([4401, 4401]);
  });
});

describe("auth's instructions", () => {
  it('start: the session that the browser had ends, another of the user does not', async () => {
    const userId = newUser();
    const [browser, other] = [await signIn(userId), await signIn(userId)];
    const before = new Visitor(browser.url);
    const old = { headers: { cookie: browser.cookieHeader } };
    await signIn(userId, browser);
    expect((await before.ask('/api/auth/user', old)).status).toBe(401);
    expect(await statuses(browser, other)).toEqual([200, 200]);
    expect(await list(other)).toHaveLength(2);
    const stranger = newUser();
    await signIn(stranger, browser);
    expect(await list(other)).toHaveLength(1);
  });

  it('end-others of a call with a session: all but that one', async () => {
    const userId = newUser();
    const [own, other] = [await signIn(userId), await signIn(userId)];
    const socket = await live(other, userId);
    const body = { currentPassword: 'x', newPassword: 'end-others' };
    const reply = await own.ask('/api/auth/password', { method: 'POST', body });
    expect([reply.status, [...reply.headers.keys()].filter((name) => name.startsWith('x-earshot'))]).toEqual([200, []]);
    expect(await statuses(own, other)).toEqual([200, 401]);
    expect(await closesSoon(socket)).toBe(4401);
  });

  it('end-all of a public call: everywhere; a browser of somebody else keeps its own', async () => {
    const userId = newUser();
    const [a, b, stranger] = [await signIn(userId), await signIn(userId), await signIn(newUser())];
    const body = { email: `${userId}@example.test`, password: 'end-all' };
    expect((await stranger.ask('/api/auth/login', { method: 'POST', body })).status).toBe(200);
    expect(await statuses(a, b, stranger)).toEqual([401, 401, 200]);
  });

  it('end-all of a call with a session: also there, and its cookies go', async () => {
    const userId = newUser();
    const [own, other] = [await (await signIn(userId)).confirm(), await signIn(userId)];
    expect((await own.ask('/api/auth/user', { method: 'DELETE' })).status).toBe(204);
    expect([own.cookieHeader, ...(await statuses(own, other))]).toEqual(['', 401, 401]);
  });

  it('one that is not known changes nothing and is an answer of nobody', async () => {
    const userId = newUser();
    const own = await signIn(userId);
    const body = { currentPassword: 'x', newPassword: 'end-of-the-world' };
    expect((await own.ask('/api/auth/password', { method: 'POST', body })).status).toBe(503);
    expect(await status(own)).toBe(200);
  });
});

describe('a new password', () => {
  it('ends sessions from before, but the one that set it', async () => {
    const userId = newUser();
    const [own, other] = [await signIn(userId), await signIn(userId)];
    const keptSessionRef = (await list(own)).find(({ current }) => current)?.id ?? '';
    const at = Date.now() + 1;
    await until('a later time', () => Date.now() > at);
    const later = await signIn(userId);
    await publish({ userId, payload: { case: 'passwordChanged', value: { keptSessionRef } } }, new Date(at));
    await until('the other to end', async () => (await status(other)) === 401);
    expect(await statuses(own, later)).toEqual([200, 200]);
  });
});

describe('administrators', () => {
  const adminStatus = async (visitor: Visitor) => (await visitor.ask('/api/admin/dashboard')).status;

  const change = (
    userId: string,
    isAdmin: boolean,
    at: Date,
    more: { keptSessionRef?: string; endsSessions?: true } = {},
  ) => publish({ userId, payload: { case: 'adminChanged', value: { isAdmin, ...more } } }, at);

  it('get and lose their access in every session as soon as the event arrives', async () => {
    const userId = newUser();
    const [a, b] = [await signIn(userId), await signIn(userId)];
    expect([await adminStatus(a), await adminStatus(b)]).toEqual([403, 403]);
    const now = Date.now();
    await change(userId, true, new Date(now));
    // 404 means that the gateway let the call pass: the fake owner has no routes.
    await until('both to be', async () => (await adminStatus(a)) === 404 && (await adminStatus(b)) === 404);
    await change(userId, false, new Date(now + 1_000));
    await until('neither to be', async () => (await adminStatus(a)) === 403 && (await adminStatus(b)) === 403);
  });

  it('keep one session if the grant names it; the others end and never have the rights', async () => {
    const userId = newUser();
    const [kept, other] = [await signIn(userId), await signIn(userId)];
    const keptSessionRef = (await list(kept)).find(({ current }) => current)?.id ?? '';
    await change(userId, true, new Date(Date.now() + 1_000), { keptSessionRef });
    await until('the rights', async () => (await adminStatus(kept)) === 404);
    expect(await adminStatus(other)).toBe(401);
  });

  it('end the sessions of a user, also one that was just starting, by an event', async () => {
    const userId = newUser();
    const [before, during] = [await signIn(userId), await signIn(userId)];
    const stranger = await signIn(newUser());
    await change(userId, false, new Date(), { endsSessions: true });
    await until('both to end', async () => (await statuses(before, during)).every((status) => status === 401));
    expect(await statuses(stranger)).toEqual([200]);
  });

  it('an older change that arrives late changes nothing', async () => {
    const userId = newUser();
    const own = await signIn(userId);
    const now = Date.now();
    await change(userId, true, new Date(now));
    await until('it to be', async () => (await adminStatus(own)) === 404);
    await change(userId, false, new Date(now - 1_000));
    await until(
      'it to be handled',
      async () => (await services.platformOf('auth').bus.lag('gateway', 'account.events')) === 0,
    );
    expect(await adminStatus(own)).toBe(404);
    const admin = await signIn(newUser('admin'));
    expect(await adminStatus(admin)).toBe(404);
  });
});
