import { afterAll, beforeAll } from '@jest/globals';
import { createLogger } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { redisForTests, type UrlServer } from '@earshot/testing';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { describeWhen } from '../../testing/src/describe-when.ts';
import { redisKeyValue } from '../src/cluster/redis-key-value.ts';
import { describeLimits, type OpenLimits, time } from './suite/rate-limits.ts';

await describeWhen('rate limits on redis', { servers: ['redis'] }, () => {
  let server: UrlServer | undefined;
  beforeAll(async () => {
    server = await redisForTests();
  });
  afterAll(() => server?.stop());
  describeLimits('redis', () => openRedis(server?.url ?? ''));
});

async function openRedis(url: string): Promise<OpenLimits> {
  const prefix = `test-${randomUUID()}:`;
  const options = { url, prefix, log: createLogger({ name: 'test', level: 'silent' }), timeoutMs: 10_000 };
  const [kv, other] = [redisKeyValue(options), redisKeyValue(options)];
  await until('both connections', () => kv.up() && other.up());
  const direct = new Redis(url);
  const keys = () => direct.keys(`${prefix}*`);
  return {
    kv,
    other,
    // Shortens the time to live of every key, so that no test waits.
    pass: async (ms) => {
      time.nowMs += ms;
      for (const key of await keys()) await direct.pexpire(key, (await direct.pttl(key)) - ms);
    },
    keys,
    close: async () => {
      await Promise.all([kv.stop(), other.stop(), direct.quit()]);
    },
  };
}
