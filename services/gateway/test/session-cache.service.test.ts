import type { KeyValue } from '@earshot/core';
import { type LeavingKeyValue, leavingKeyValue, until } from '@earshot/core/testing';
import { embeddedKeyValue } from '@earshot/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { expiryOf, needsTouch, type Session, type Sessions } from '../src/domain/session.ts';
import { type SessionCache, sessionCache } from '../src/store/session-cache.ts';

const start = new Date('2026-11-21T12:00:00Z');
const dayMs = 24 * 3_600_000;
const session: Session = {
  sid: 'digest',
  userId: 'user',
  admin: false,
  startedAt: start,
  usedAt: start,
  userAgent: null,
};

/** An in-memory store that counts look-ups and can block them after the read. */
function memoryStore() {
  const alive = new Map<string, Session>();
  const store = {
    lookUps: 0,
    touches: 0,
    afterRead: async (): Promise<void> => undefined,
  };
  const sessions: Sessions = {
    start: async (one) => void alive.set(one.sid, one),
    find: async (sid, now) => {
      store.lookUps += 1;
      const found = alive.get(sid);
      await store.afterRead();
      return found !== undefined && expiryOf(found) > now ? found : null;
    },
    touch: async (one, now) => {
      store.touches += 1;
      if (alive.has(one.sid)) alive.set(one.sid, { ...one, usedAt: now });
    },
    confirm: async () => undefined,
    isConfirmed: async () => false,
    end: async ({ sid }) => alive.delete(sid),
    list: async (userId) => [...alive.values()].filter((one) => one.userId === userId),
    changeAdmin: async ({ userId, admin }) => {
      const own = [...alive.values()].filter((one) => one.userId === userId);
      for (const one of own) alive.set(one.sid, { ...one, admin });
      return own.map(({ sid }) => sid);
    },
  };
  return Object.assign(store, { sessions });
}

let store: ReturnType<typeof memoryStore>;
let shared: ReturnType<typeof embeddedKeyValue>;
let ms: number;
/** The caches of two gateways over one store, each with a separate message channel. */
let [here, there]: Gateway[] = [];

interface Gateway extends SessionCache {
  readonly kv: LeavingKeyValue;
}

async function gateway(options: { kv?: KeyValue; most?: number } = {}): Promise<Gateway> {
  const kv = leavingKeyValue(options.kv ?? shared);
  const cache = sessionCache({
    store: store.sessions,
    kv,
    elapsedMs: () => ms,
    ...(options.most !== undefined && { most: options.most }),
  });
  await cache.listener.start();
  return { ...cache, kv };
}

const find = (where: Gateway | undefined, now = start, sid = session.sid) => where?.sessions.find(sid, now);

beforeEach(async () => {
  store = memoryStore();
  shared = embeddedKeyValue({ clock: { now: () => start } });
  ms = 5_000;
  [here, there] = [await gateway(), await gateway()];
  await store.sessions.start(session);
});
afterEach(() => shared.stop());

describe('a cached session', () => {
  it('is not looked up again for a second, counted from the look-up', async () => {
    store.afterRead = async () => {
      ms += 300;
    };
    expect(await find(here)).toEqual(session);
    ms += 699;
    expect(await find(here)).toEqual(session);
    expect(store.lookUps).toBe(1);
    ms += 1;
    expect(await find(here)).toEqual(session);
    expect(store.lookUps).toBe(2);
  });

  it('expires even while it is cached', async () => {
    await find(here);
    expect(await find(here, new Date(start.getTime() + 7 * dayMs))).toBeNull();
  });

  it('is looked up again after its use was recorded, so that it is recorded once', async () => {
    await find(here);
    const later = new Date(start.getTime() + 6 * 60_000);
    const found = await find(here, later);
    if (found === null || found === undefined) throw new Error('it must be alive');
    expect(needsTouch(found, later)).toBe(true);
    await here?.sessions.touch(found, later);
    const again = await find(here, later);
    expect(again).toEqual({ ...session, usedAt: later });
  });

  it('is replaced by newer ones when the cache is full', async () => {
    const small = await gateway({ most: 2 });
    const sids = ['a', 'b', 'c'];
    for (const sid of sids) await store.sessions.start({ ...session, sid });
    for (const sid of sids) await find(small, start, sid);
    expect(store.lookUps).toBe(3);
    for (const sid of ['c', 'b']) await find(small, start, sid);
    expect(store.lookUps).toBe(3);
    await find(small, start, 'a');
    expect(store.lookUps).toBe(4);
  });
});

describe('an unknown session', () => {
  it('is looked up each time, so that a sign-in elsewhere works at once', async () => {
    expect(await find(here, start, 'new')).toBeNull();
    await there?.sessions.start({ ...session, sid: 'new' });
    expect(await find(here, start, 'new')).toMatchObject({ sid: 'new' });
  });
});

describe('a logout', () => {
  it('takes effect locally at once, and in other replicas with the message', async () => {
    await Promise.all([find(here), find(there)]);
    expect(await here?.sessions.end(session, start)).toBe(true);
    expect(await find(here)).toBeNull();
    await until('the other to know', async () => (await find(there)) === null);
    expect(ms).toBe(5_000);
  });

  it('takes effect in other replicas within a second if its message is lost', async () => {
    await find(there);
    here?.kv.leave();
    expect(await here?.sessions.end(session, start)).toBe(true);
    ms += 999;
    expect(await find(there)).toEqual(session);
    ms += 1;
    expect(await find(there)).toBeNull();
  });

  it.each(['here', 'elsewhere'])('%s during a look-up prevents caching it', async (where) => {
    const read = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    store.afterRead = async () => {
      read.resolve();
      await answer.promise;
    };
    const found = find(there);
    await read.promise;
    store.afterRead = async () => undefined;
    const received = new Promise<void>((resolve) => {
      shared.listen('gateway:session-ended', { onMessage: () => resolve(), onGap: () => undefined });
    });
    await (where === 'here' ? there : here)?.sessions.end(session, start);
    await received;
    answer.resolve();
    // The look-up started before the end, so it may return the session, but no later one may.
    expect(await found).toEqual(session);
    expect(await find(there)).toBeNull();
  });
});

describe("a change of the user's rights", () => {
  it('takes effect locally at once, and in other replicas with the message', async () => {
    await Promise.all([find(here), find(there)]);
    await here?.sessions.changeAdmin({ userId: session.userId, admin: true, at: start }, start);
    expect(await find(here)).toMatchObject({ admin: true });
    await until('the other to know', async () => (await find(there))?.admin === true);
    expect(ms).toBe(5_000);
  });
});

describe('a gap in the messages', () => {
  it('sends every look-up to the store, and clears the cache', async () => {
    await find(there);
    there?.kv.leave();
    await find(there);
    await find(there);
    expect(store.lookUps).toBe(3);
    await here?.sessions.end(session, start);
    expect(await find(there)).toBeNull();
    there?.kv.comeBack();
    expect(await find(there)).toBeNull();
  });

  it('during a look-up prevents caching it', async () => {
    store.afterRead = async () => {
      there?.kv.leave();
      await here?.sessions.end(session, start);
      there?.kv.comeBack();
    };
    expect(await find(there)).toEqual(session);
    store.afterRead = async () => undefined;
    expect(await find(there)).toBeNull();
  });

  it('nothing is cached before the start and after the stop', async () => {
    const { sessions, listener } = sessionCache({ store: store.sessions, kv: shared });
    await sessions.find(session.sid, start);
    await sessions.find(session.sid, start);
    await listener.start();
    await sessions.find(session.sid, start);
    await sessions.find(session.sid, start);
    expect(store.lookUps).toBe(3);
    await listener.stop();
    await sessions.find(session.sid, start);
    await sessions.find(session.sid, start);
    expect(store.lookUps).toBe(5);
  });
});
