import {
  checkedTtl,
  logForgottenMs,
  logIdsForEntry,
  type LogOptions,
  type LogTail,
  type NewLogEntry,
} from '@earshot/core';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/**
 * KEYS: the last number, a list of texts, and a sorted set of ids by number. Numbers are formatted, because Lua would
 * write large ones with an exponent. Times are in milliseconds.
 */
const script = `
  local after, notBefore, start, keep, ids, ttl, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]),
    tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], ARGV[7]
  local last = tonumber(redis.call('GET', KEYS[1]) or '-1')
  if last < notBefore or last < 0 then
    last = start
    redis.call('DEL', KEYS[2])
  end
  local before = last
  for i = 8, #ARGV, 2 do
    if not redis.call('ZSCORE', KEYS[3], ARGV[i]) then
      last = last + 1
      redis.call('ZADD', KEYS[3], string.format('%.0f', last), ARGV[i])
      redis.call('RPUSH', KEYS[2], ARGV[i + 1])
    end
  end
  local number = string.format('%.0f', last)
  redis.call('SET', KEYS[1], number, 'PX', forget)
  if last > before then
    redis.call('LTRIM', KEYS[2], -keep, -1)
    redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -ids - 1)
    redis.call('PEXPIRE', KEYS[2], ttl)
    redis.call('PEXPIRE', KEYS[3], forget)
  end
  if after < 0 or after >= last then return { number } end
  local newer = math.min(last - after, keep)
  return { number, unpack(redis.call('LRANGE', KEYS[2], -newer, -1)) }`;

const reply = z.tuple([z.string()], z.string());

/** Appends to a log whose keys begin with `key`, as the port describes. */
export async function appendTo(
  redis: Redis,
  key: string,
  entries: readonly NewLogEntry[],
  { after, notBefore, start, keep, ttlMs }: LogOptions,
): Promise<LogTail> {
  const keys = [`${key}:last`, `${key}:texts`, `${key}:ids`];
  const options = [after ?? -1, notBefore, start, keep, keep * logIdsForEntry, checkedTtl(key, ttlMs), logForgottenMs];
  const args = entries.flatMap(({ id, text }) => [id, text]);
  const [last, ...texts] = reply.parse(await redis.eval(script, keys.length, ...keys, ...options, ...args));
  return { last: Number(last), texts };
}
