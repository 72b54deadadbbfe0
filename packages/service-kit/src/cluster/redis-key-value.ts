import type { Redis } from 'ioredis';
import {
  checkedStep,
  checkedTtl,
  type KeyValue,
  KeyValueAway,
  type Lease,
  type Logger,
  newId,
  unlessAway,
} from '@earshot/core';
import { RedisChannels } from './redis-channels.ts';
import { redisConnection, logConnectionChanges } from './redis-connection.ts';
import { appendTo } from './redis-log.ts';
import type { StoresCa } from './store-access.ts';

export interface RedisKeyValueOptions {
  /** `redis://[user:password@]host:port[/database]`, or `rediss://` for TLS. */
  readonly url: string;
  /** Certificates to trust with `rediss://`; the default ones if undefined. */
  readonly ca?: StoresCa;
  /** Prepended unchanged to every key and channel, so that installations can share a server. Example: `earshot:`. */
  readonly prefix: string;
  readonly log: Logger;
  /** Milliseconds for one command; 500 by default. */
  readonly timeoutMs?: number;
}

export type RedisKeyValue = KeyValue & {
  /** Whether Redis is reachable. A connection that died silently is detected in about 2 s. */
  up(): boolean;
  stop(): Promise<void>;
};

/**
 * Lua scripts. They are sent in full each time, because SCRIPT FLUSH would remove scripts that are called by their
 * digest.
 */
const scripts = {
  /**
   * Returns the sum as text, because a Lua number is a double. Returns false if the value or the sum is not a safe
   * integer.
   */
  increment: `
    local before = redis.call('GET', KEYS[1])
    if not before then
      redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
      return ARGV[1]
    end
    if not string.match(before, '^-?%d+$') then return false end
    local sum = tonumber(before) + tonumber(ARGV[1])
    if math.abs(sum) > 9007199254740991 then return false end
    redis.call('INCRBY', KEYS[1], ARGV[1])
    return redis.call('GET', KEYS[1])`,
  renew: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
  release: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    return redis.call('DEL', KEYS[1])`,
};

/** Minimum milliseconds between log lines about commands that Redis rejects, for example when its memory is full. */
const refusalEveryMs = 60_000;

/**
 * KeyValue in Redis. Returns immediately, even while Redis is unavailable. Calls fail with KeyValueAway while Redis is
 * unavailable or when it rejects a command. Logs one line when Redis becomes unavailable and one when it is back. Data
 * that Redis loses by FLUSHALL or a restart counts as expired.
 */
export function redisKeyValue({ url, ca, prefix, log, timeoutMs }: RedisKeyValueOptions): RedisKeyValue {
  const { onAway, onBack } = logConnectionChanges(log, url);
  const connection = redisConnection({
    url,
    ca,
    name: `${prefix}commands`,
    onReady: onBack,
    onLost: () => undefined,
    onAway,
  });
  const channels = new RedisChannels({ url, ca, timeoutMs, prefix: `${prefix}channel:` });
  const ask = asker(connection, log);
  const value = (key: string) => `${prefix}value:${key}`;

  return {
    get: (key) => ask((redis) => redis.get(value(key))),
    set: async (key, text, { ttlMs }) => {
      const ttl = checkedTtl(key, ttlMs);
      await ask((redis) => redis.set(value(key), text, 'PX', ttl));
    },
    delete: async (key) => {
      await ask((redis) => redis.del(value(key)));
    },
    increment: async (key, { by = 1, ttlMs }) => {
      const [step, ttl] = [checkedStep(key, by), checkedTtl(key, ttlMs)];
      const sum = await ask((redis) => redis.eval(scripts.increment, 1, value(key), step, ttl));
      if (typeof sum !== 'string') throw new Error(`the value of "${key}" is no integer to increment`);
      return Number(sum);
    },
    append: (log, entries, options) => ask((redis) => appendTo(redis, value(log), entries, options)),
    lease: async (lease, ttlMs) => takeLease(ask, `${prefix}lease:${lease}`, ttlMs),
    publish: async (channel, message) => {
      await ask((redis) => redis.publish(`${prefix}channel:${channel}`, message));
    },
    listen: (channel, listener) => channels.listen(channel, listener),
    up: () => connection.ready(),
    stop: async () => {
      await Promise.all([connection.stop(), channels.stop()]);
    },
  };
}

type Ask = <T>(command: (redis: Redis) => Promise<T>) => Promise<T>;

/** Runs a command. Every failure becomes KeyValueAway, without the command's arguments. */
function asker(connection: ReturnType<typeof redisConnection>, log: Logger): Ask {
  let loggedAtMs = -refusalEveryMs;
  return async (command) => {
    await connection.firstAttempt;
    if (!connection.ready()) throw new KeyValueAway('no connection');
    try {
      return await command(connection.redis);
    } catch (error) {
      if (!connection.ready()) throw new KeyValueAway('the connection was lost');
      const reason = error instanceof Error ? error.message : String(error);
      if (isRefusal(error) && performance.now() - loggedAtMs > refusalEveryMs) {
        loggedAtMs = performance.now();
        log.warn({ reason }, 'Redis is there but refuses what it is asked');
      }
      throw new KeyValueAway(reason);
    }
  };
}

/** Redis answered with an error. The text of the error can contain commands and keys, but never values. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

async function takeLease(ask: Ask, key: string, ttlMs: number): Promise<Lease | null> {
  const ttl = checkedTtl(key, ttlMs);
  const holder = newId();
  const taken = await ask((redis) => redis.set(key, holder, 'PX', ttl, 'NX'));
  if (taken === null) return null;
  return {
    renew: async (renewedTtlMs) => {
      const renewed = checkedTtl(key, renewedTtlMs);
      return (await ask((redis) => redis.eval(scripts.renew, 1, key, holder, renewed))) === 1;
    },
    release: () =>
      unlessAway(
        async () => void (await ask((redis) => redis.eval(scripts.release, 1, key, holder))),
        () => undefined,
      ),
  };
}
