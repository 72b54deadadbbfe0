import { type KeyValue, KeyValueAway, type Lease, type Listener } from '../key-value/key-value.ts';

/** A key-value store that a test can make unavailable and available again. */
export type LeavingKeyValue = KeyValue & {
  leave(): void;
  comeBack(): void;
};

/** Wraps `inner`. While it is away, every call fails as the port describes, and listeners receive only the gap. */
export function leavingKeyValue(inner: KeyValue): LeavingKeyValue {
  const listeners = new Set<Listener>();
  let away = false;
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (away) throw new KeyValueAway('made unavailable by the test');
    return call();
  };
  const leaseOf = (lease: Lease): Lease => ({
    renew: (ttlMs) => ask(() => lease.renew(ttlMs)),
    release: async () => {
      if (!away) await lease.release();
    },
  });
  const turn = (to: boolean) => {
    if (away === to) return;
    away = to;
    for (const { onGap } of listeners) onGap();
  };
  return {
    get: (key) => ask(() => inner.get(key)),
    set: (key, value, options) => ask(() => inner.set(key, value, options)),
    delete: (key) => ask(() => inner.delete(key)),
    increment: (key, options) => ask(() => inner.increment(key, options)),
    append: (log, entries, options) => ask(() => inner.append(log, entries, options)),
    lease: async (name, ttlMs) => {
      const lease = await ask(() => inner.lease(name, ttlMs));
      return lease === null ? null : leaseOf(lease);
    },
    publish: (channel, message) => ask(() => inner.publish(channel, message)),
    listen: (channel, listener) => {
      const onMessage = (message: string) => {
        if (!away) listener.onMessage(message);
      };
      const own: Listener = { onMessage, onGap: () => listener.onGap() };
      listeners.add(own);
      const listening = inner.listen(channel, own);
      return {
        live: () => !away && listening.live(),
        stop: async () => {
          listeners.delete(own);
          await listening.stop();
        },
      };
    },
    leave: () => turn(true),
    comeBack: () => turn(false),
  };
}
