import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { redisKeyValue } from '../src/cluster/redis-key-value.ts';
import { createLogger, KeyValueAway } from '@earshot/core';
import { awakeMs, type TcpGate, tcpGate, until } from '@earshot/core/testing';
import { redisForTests, type UrlServer } from '@earshot/testing';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { describeKeyValue } from './suite/key-value-suite.ts';

let server: UrlServer | undefined;
let url: string;
const ttlMs = 60_000;
/** Timeout for calls that never get an answer. */
const impatientMs = 1_500;

function newPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}:`;
}

/** Shortens the time to live of all keys by `ms`, so that no test waits. Redis deletes a key with no time left. */
async function bringNearer(direct: Redis, prefix: string, ms: number): Promise<void> {
  for (const key of await direct.keys(`${prefix}*`)) await direct.pexpire(key, (await direct.pttl(key)) - ms);
}

await describeWhen('redis', { servers: ['redis'] }, () => {
  beforeAll(async () => {
    server = await redisForTests();
    url = server.url;
  });
  afterAll(() => server?.stop());

  describeRedis();
  describeVanishing();
});

function describeRedis(): void {
  describeKeyValue('redis', async () => {
    const prefix = newPrefix();
    const log = createLogger({ name: 'test', level: 'silent' });
    const direct = new Redis(url);
    // A long timeout, because the speed of a busy machine is not under test.
    const options = { url, prefix, log, timeoutMs: 10_000 };
    const [kv, other] = [redisKeyValue(options), redisKeyValue(options)];
    await until('both connections', () => kv.up() && other.up());
    return {
      kv,
      other,
      pass: (ms) => bringNearer(direct, prefix, ms),
      close: async () => {
        await Promise.all([kv.stop(), other.stop(), direct.quit()]);
      },
    };
  });
}

function describeVanishing(): void {
  describe('redis that vanishes', () => {
    let gate: TcpGate;
    let direct: Redis;
    let prefix: string;
    let logged: string[];
    let opened: ReturnType<typeof redisKeyValue>[];

    beforeEach(async () => {
      const { hostname, port } = new URL(url);
      gate = await tcpGate({ host: hostname, port: Number(port) });
      direct = new Redis(url);
      [prefix, logged, opened] = [newPrefix(), [], []];
    });

    afterEach(async () => {
      await Promise.all(opened.map((kv) => kv.stop()));
      direct.disconnect();
      await gate.stop();
    });

    /** Uses a long timeout by default. Only calls that never get an answer need a short one. */
    function open(through: string, timeoutMs = 10_000) {
      const stream = { write: (line: string) => void logged.push(line) };
      const log = createLogger({ name: 'test', level: 'info', stream });
      const kv = redisKeyValue({ url: through, prefix, log, timeoutMs });
      opened.push(kv);
      return kv;
    }

    const throughGate = (timeoutMs?: number) => open(`redis://127.0.0.1:${gate.port}`, timeoutMs);
    /** Clears the log, because on a busy machine the first connection attempt may fail. */
    const connected = async (kv = throughGate()) => {
      await until('the connection', () => kv.up());
      logged = [];
      return kv;
    };
    /** Repeats a call of a client with a short timeout, because a stalled machine may exceed it. */
    const atLast = <T>(call: () => Promise<T>) =>
      until('an answer', () =>
        call().then(
          (value) => ({ value }),
          () => null,
        ),
      ).then(({ value }) => value);
    const count = (text: string) => logged.filter((line) => line.includes(text)).length;

    /** Deletes everything of this test. It replaces FLUSHALL, which would affect other tests on the server. */
    async function flush(): Promise<void> {
      const keys = await direct.keys(`${prefix}*`);
      if (keys.length > 0) await direct.del(...keys);
      await direct.script('FLUSH');
    }

    /** Returns the milliseconds until the call failed with KeyValueAway. */
    function msToFail(call: () => Promise<unknown>): Promise<number> {
      return awakeMs(() => expect(call()).rejects.toThrow(KeyValueAway));
    }

    it('fails at once during an outage, logs it once, and works again afterwards', async () => {
      const kv = await connected();
      await kv.set('a', 'x', { ttlMs });
      expect(kv.up()).toBe(true);
      const lease = await kv.lease('job', ttlMs);
      await gate.cut();
      await until('the loss to be known', () => !kv.up());
      const calls = [
        () => kv.get('a'),
        () => kv.set('a', 'y', { ttlMs }),
        () => kv.delete('a'),
        () => kv.increment('n', { ttlMs }),
        () => kv.append('l', [], { after: undefined, notBefore: 0, start: 1, keep: 1, ttlMs }),
        () => kv.lease('other job', ttlMs),
        () => kv.publish('news', 'lost'),
        async () => lease?.renew(ttlMs),
      ];
      for (const call of calls) expect(await msToFail(call)).toBeLessThan(400);
      await lease?.release();
      await gate.open();
      await until('its return', () => kv.up());
      expect(await kv.get('a')).toBe('x');
      expect(await lease?.renew(ttlMs)).toBe(true);
      expect([count('Redis is away'), count('Redis is back')]).toEqual([1, 1]);
    });

    it('fails in time when it no longer answers, also at first, and recovers', async () => {
      const kv = await connected(throughGate(impatientMs));
      await atLast(() => kv.set('a', 'x', { ttlMs }));
      gate.hang();
      expect(await msToFail(() => kv.get('a'))).toBeLessThan(impatientMs + 1_000);
      await until('the loss to be known', () => !kv.up());
      expect(await msToFail(() => kv.get('a'))).toBeLessThan(400);
      const late = throughGate(impatientMs);
      expect(await msToFail(() => late.get('a'))).toBeLessThan(impatientMs + 1_000);
      await gate.open();
      expect([await atLast(() => kv.get('a')), await atLast(() => late.get('a'))]).toEqual(['x', 'x']);
    });

    it('notices a silently lost connection, even if it is idle', async () => {
      const kv = throughGate(impatientMs);
      await until('the first connection', () => kv.up());
      gate.hang();
      await until('the loss to be known', () => !kv.up());
    });

    it('may be unavailable at the start: logs it once, and connects later', async () => {
      await gate.cut();
      const kv = throughGate();
      const received: string[] = [];
      const listening = kv.listen('news', {
        onMessage: (message) => void received.push(message),
        onGap: () => undefined,
      });
      expect(await msToFail(() => kv.get('a'))).toBeLessThan(1_500);
      expect([kv.up(), listening.live()]).toEqual([false, false]);
      await gate.open();
      await until('it to be found', () => kv.up() && listening.live());
      await kv.publish('news', 'here');
      await until('the message', () => received.length > 0);
      expect([count('Redis is away'), count('Redis is back')]).toEqual([1, 1]);
    });

    it('what was under way when it went fails at once', async () => {
      const kv = await connected();
      await kv.set('a', 'x', { ttlMs });
      gate.hang();
      const failed = Promise.all([msToFail(() => kv.get('a')), msToFail(() => kv.increment('n', { ttlMs }))]);
      await gate.cut();
      for (const ms of await failed) expect(ms).toBeLessThan(400);
    });

    it('a flushed store is an empty one', async () => {
      const kv = await connected();
      const { received, listening } = listen(kv);
      await until('the listener', () => listening.live());
      await kv.set('a', 'x', { ttlMs });
      await kv.increment('n', { ttlMs });
      const lost = await kv.lease('job', ttlMs);
      await flush();
      expect(await kv.get('a')).toBeNull();
      expect(await kv.increment('n', { ttlMs })).toBe(1);
      expect(await lost?.renew(ttlMs)).toBe(false);
      const held = await kv.lease('job', ttlMs);
      await lost?.release();
      expect(await held?.renew(ttlMs)).toBe(true);
      await kv.publish('news', 'still received');
      await until('the message', () => received.length > 0);
      expect(count('Redis')).toBe(0);
    });

    it('a listener is notified when its connection is lost and when it is restored', async () => {
      const kv = throughGate();
      const { received, gaps, listening } = listen(kv);
      await until('the listener', () => listening.live());
      expect(gaps()).toBe(1);
      await gate.cut();
      await until('the loss', () => gaps() === 2);
      expect(listening.live()).toBe(false);
      await (await connected(open(url))).publish('news', 'missed');
      await gate.open();
      await until('the return', () => gaps() === 3);
      expect(listening.live()).toBe(true);
      await (await connected(open(url))).publish('news', 'received');
      await until('the message', () => received.length > 0);
      expect(received).toEqual(['received']);
    });

    it('a listener that the server disconnected reconnects', async () => {
      const kv = open(url);
      const { gaps, listening } = listen(kv);
      await until('the listener', () => listening.live());
      const clients = String(await direct.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).split('\n');
      const own = clients.find((line) => line.includes(`name=${prefix}channel:listener`)) ?? '';
      await direct.call('CLIENT', 'KILL', 'ID', /\bid=(\d+)/.exec(own)?.[1] ?? '');
      await until('loss and return', () => gaps() === 3 && listening.live());
    });

    it('after the stop everything fails with the same error, and nothing keeps running', async () => {
      const kv = await connected();
      await kv.set('a', 'x', { ttlMs });
      await kv.stop();
      expect(await msToFail(() => kv.get('a'))).toBeLessThan(400);
      expect(count('Redis')).toBe(0);
    });

    it('a refused command is logged without its arguments', async () => {
      const kv = await connected();
      await direct.hset(`${prefix}value:a`, 'field', 'x');
      await expect(kv.increment('a', { ttlMs })).rejects.toThrow(KeyValueAway);
      await expect(kv.get('a')).rejects.toThrow('WRONGTYPE');
      expect(count('refuses what it is asked')).toBe(1);
      expect(kv.up()).toBe(true);
    });

    function listen(kv: ReturnType<typeof redisKeyValue>) {
      const received: string[] = [];
      let gaps = 0;
      const listening = kv.listen('news', {
        onMessage: (message) => void received.push(message),
        onGap: () => {
          gaps += 1;
        },
      });
      return { received, gaps: () => gaps, listening };
    }
  });
}
