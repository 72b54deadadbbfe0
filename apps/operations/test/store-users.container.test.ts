import { allServices } from '@earshot/all-in-one/services';
import { createLogger, parseSettings, systemClock } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { eventTable } from '@earshot/proto/events';
import { type Platform, platformSettings, processMetrics, type Service } from '@earshot/service-kit';
import { clusterSettings } from '@earshot/service-kit/operations';
import { describeWhen } from '@earshot/testing/describe-when';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { clusterHost } from '../../../packages/service-kit/src/cluster/host.ts';
import { run } from './operate.ts';
import { type SecuredInstallation, startSecuredInstallation } from './secured-installation.ts';

const signedIn = z.object({ authInfo: z.object({ authenticatedUsers: z.array(z.object({ user: z.string() })) }) });
const log = createLogger({ name: 'test', level: 'silent' });
const serviceOf = (name: string) => {
  const found = allServices.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
};

await describeWhen('stores with users', { servers: ['kafka', 'mongo', 'redis'], own: true }, () => {
  let installation: SecuredInstallation;

  beforeAll(async () => {
    installation = await startSecuredInstallation();
    const { code, lines } = await run(['topics'], installation.settingsOf('operations'));
    expect([code, lines]).toEqual([0, expect.arrayContaining([expect.stringContaining('topics and the dead-letter')])]);
  });
  afterAll(() => installation?.stop());

  /** Runs `work` on the platform that the service's process would have. */
  async function onPlatform(service: Service, work: (platform: Platform) => Promise<void>): Promise<void> {
    const given = installation.settingsOf(service.name);
    const settings = {
      ...parseSettings('test', platformSettings, given),
      ...parseSettings('test', clusterSettings, given),
    };
    const { meters } = processMetrics([service.name]);
    const host = await clusterHost({ settings, clientId: 'test', clock: systemClock, meters, log: () => log });
    try {
      await work(await host.platformFor(service));
    } finally {
      await host.stop();
    }
  }

  const record = (topic: string) => ({ topic, key: 'key', value: Buffer.from('value'), headers: {} });
  it.each(allServices)('$name publishes the events that it declares', async (service) => {
    await onPlatform(service, async ({ bus }) => {
      for (const event of service.publishes) await bus.publish([record(eventTable[event].topic)]);
      await bus.publish([record('security.events')]);
    });
  });

  it.each(allServices.filter(({ consumes }) => consumes.length > 0))(
    '$name consumes what it declares',
    async (service) => {
      const read = [...new Set(service.consumes.map((event) => eventTable[event].topic))];
      await onPlatform(service, async ({ bus }) => {
        const seen = new Set<string>();
        for (const topic of read) {
          const handle = async () => void seen.add(topic);
          const retry = { attempts: 1, baseMs: 1, maxMs: 1 };
          await bus.subscribe({ group: service.name, topic, handle, concurrency: 1, deadlineMs: 30_000, retry });
          expect(await bus.lag(service.name, topic)).toEqual(expect.any(Number));
        }
        await onPlatform(serviceOf('auth'), async (auth) => auth.bus.publish([record('account.events')]));
        if (read.includes('account.events')) await until('the event', () => seen.has('account.events'));
      });
    },
  );

  it('Kafka refuses the topics and the groups of other services', async () => {
    await onPlatform(serviceOf('gateway'), async ({ bus }) => {
      await expect(bus.publish([record('lead.events')])).rejects.toThrow(/authori[sz]|broker/i);
      await expect(bus.lag('gateway', 'lead.events')).rejects.toThrow(/authori[sz]/i);
      // The broker hides the group, which kafkajs reports as a missing coordinator.
      await expect(bus.lag('auth', 'account.events')).rejects.toThrow('Failed to find group coordinator');
    });
  });

  it.each(allServices)('$name uses its own keys and channels in Redis', async (service) => {
    await onPlatform(service, async ({ kv }) => {
      const heard: string[] = [];
      const listening = kv.listen('c', { onMessage: (message) => void heard.push(message), onGap: () => undefined });
      await until('the listener', () => listening.live());
      await kv.set('k', 'text', { ttlMs: 60_000 });
      expect(await kv.get('k')).toBe('text');
      expect(await kv.increment('n', { ttlMs: 60_000 })).toBeGreaterThan(0);
      const lease = await kv.lease(service.name, 60_000);
      expect(await lease?.renew(60_000)).toBe(true);
      await lease?.release();
      await kv.publish('c', 'hello');
      await until('the message', () => heard.includes('hello'));
    });
  });

  it('Redis refuses the keys and channels of other services', async () => {
    await withRedis(installation.settingsOf('lead')['REDIS_URL'], async (redis) => {
      const refused = /NOPERM/;
      await redis.set('earshot:value:lead:k', '1');
      await expect(redis.get('earshot:value:auth:k')).rejects.toThrow(refused);
      await expect(redis.set('earshot:lease:scan:k', '1')).rejects.toThrow(refused);
      await expect(redis.eval(`return redis.call('GET', KEYS[1])`, 1, 'earshot:value:auth:k')).rejects.toThrow(refused);
      await expect(redis.set('earshot:value:sources:k', '1')).rejects.toThrow(refused);
      await expect(redis.publish('earshot:channel:gateway:c', '1')).rejects.toThrow(refused);
      await expect(redis.flushall()).rejects.toThrow(refused);
    });
    await withRedis(installation.settingsOf('discovery')['REDIS_URL'], async (redis) => {
      await redis.set('earshot:value:sources:k', '1');
    });
  });

  it.each(allServices.filter(({ database }) => database !== null))(
    '$name signs in to MongoDB as itself',
    async (service) => {
      await onPlatform(service, async ({ documents }) => {
        await documents.collection('store_users').insertOne({ by: service.name });
        const status = signedIn.parse(await documents.db?.command({ connectionStatus: 1 }));
        expect(status.authInfo.authenticatedUsers).toEqual([{ user: `earshot-${service.name}` }]);
      });
    },
  );

  it('no process has the password of another one', () => {
    const owners = [...allServices.map(({ name }) => name), 'operations'];
    for (const owner of owners) {
      const text = JSON.stringify(installation.settingsOf(owner));
      expect(owners.filter((other) => text.includes(installation.passwordOf(other)))).toEqual([owner]);
    }
  });

  it.each(['', 'wrong'])('all stores refuse the password "%s"', async (password) => {
    const settings = installation.settingsOf('operations', password);
    // The operators' commands sign in by SCRAM-SHA-512, the gateway by PLAIN.
    for (const owner of ['operations', 'gateway']) {
      const { code, lines } = await run(['topics'], {
        ...installation.settingsOf(owner),
        KAFKA_PASSWORD: password || 'none',
      });
      expect([owner, code, lines.join('\n')]).toEqual([owner, 1, expect.stringMatching(/authentication failed/i)]);
    }
    const MONGODB_URL =
      password === ''
        ? (settings['MONGODB_URL'] ?? '').replace(/earshot-operations:@/, '')
        : (settings['MONGODB_URL'] ?? '');
    const indexes = await run(['indexes'], { ...settings, MONGODB_URL });
    expect([indexes.code, indexes.lines.join('\n')]).toEqual([1, expect.stringMatching(/auth/i)]);
    const url = installation.settingsOf('lead', password)['REDIS_URL'];
    await withRedis(password === '' ? url?.replace(/earshot-lead:@/, '') : url, async (redis) => {
      await expect(redis.get('earshot:value:lead:k')).rejects.toThrow(/NOAUTH|WRONGPASS/);
    });
  });

  /** A client that tries once. */
  async function withRedis(url: string | undefined, work: (redis: Redis) => Promise<void>): Promise<void> {
    const tls = { ca: installation.certificate };
    const redis = new Redis(url ?? '', { tls, lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await work(redis);
    } finally {
      redis.disconnect();
    }
  }
});
