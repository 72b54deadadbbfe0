import { checkedStep, checkedTtl, type Clock, type KeyValue, type Lease, newId } from '@earshot/core';
import { embeddedChannels } from './channels.ts';
import { ExpiringMap } from './expiring-map.ts';
import { appendTo, type Log } from './logs.ts';

const sweepEveryMs = 30_000;
/** Maximum number of entries per sweep, so that a large map does not block the event loop for long. */
const sweepLimit = 10_000;

/**
 * KeyValue in this process's memory. No data survives the process, which the port allows. Expiry follows `clock`. A
 * timer removes expired entries that are not read again; it does not keep the process alive.
 */
export function embeddedKeyValue(options: { clock: Clock }): KeyValue & { stop(): Promise<void> } {
  const values = new ExpiringMap<string>(options.clock);
  const leases = new ExpiringMap<string>(options.clock);
  const logs = new ExpiringMap<Log>(options.clock);
  const channels = embeddedChannels();
  const sweeper = setInterval(() => {
    values.sweep(sweepLimit);
    leases.sweep(sweepLimit);
    logs.sweep(sweepLimit);
  }, sweepEveryMs);
  sweeper.unref();

  return {
    get: async (key) => values.get(key)?.value ?? null,
    set: async (key, value, { ttlMs }) => values.set(key, value, ttlMs),
    delete: async (key) => values.delete(key),
    increment: async (key, { by = 1, ttlMs }) => increment(values, key, by, ttlMs),
    append: async (log, entries, place) => appendTo(logs, log, entries, { ...place, clock: options.clock }),
    lease: async (name, ttlMs) => takeLease(leases, name, ttlMs),
    publish: async (channel, message) => channels.publish(channel, message),
    listen: (channel, listener) => channels.listen(channel, listener),
    stop: async () => {
      clearInterval(sweeper);
      channels.stop();
    },
  };
}

function increment(values: ExpiringMap<string>, key: string, by: number, ttlMs: number): number {
  const [step, ttl] = [checkedStep(key, by), checkedTtl(key, ttlMs)];
  const before = values.get(key);
  if (before === undefined) {
    values.set(key, String(step), ttl);
    return step;
  }
  const sum = /^-?\d+$/.test(before.value) ? Number(before.value) + step : NaN;
  if (!Number.isSafeInteger(sum)) throw new Error(`the value of "${key}" is no integer to increment`);
  values.replace(key, String(sum), before.expiresAtMs);
  return sum;
}

function takeLease(leases: ExpiringMap<string>, name: string, ttlMs: number): Lease | null {
  checkedTtl(name, ttlMs);
  if (leases.get(name) !== undefined) return null;
  const owner = newId();
  const isMine = () => leases.get(name)?.value === owner;
  leases.set(name, owner, ttlMs);
  return {
    renew: async (renewedTtlMs) => {
      checkedTtl(name, renewedTtlMs);
      if (!isMine()) return false;
      leases.set(name, owner, renewedTtlMs);
      return true;
    },
    release: async () => {
      if (isMine()) leases.delete(name);
    },
  };
}
