import type { KeyValue } from '@earshot/core';
import type { Service } from '../service/service.ts';

/** Areas of Redis that services share: the rates of the sites, and the tokens that users spend. */
export const sharedAreas = { source: 'sources', model: 'model' } as const;

/** The area of a service's own keys. Roles of one service share it, as they share the database. */
export function areaOf({ name, database }: Pick<Service, 'name' | 'database'>): string {
  return database ?? name;
}

/** A part of a store: each of its keys, leases and channels begins with the area's name. */
export function withinArea(kv: KeyValue, area: string): KeyValue {
  const within = (key: string) => `${area}:${key}`;
  return {
    get: (key) => kv.get(within(key)),
    set: (key, value, options) => kv.set(within(key), value, options),
    delete: (key) => kv.delete(within(key)),
    increment: (key, options) => kv.increment(within(key), options),
    append: (log, entries, options) => kv.append(within(log), entries, options),
    lease: (name, ttlMs) => kv.lease(within(name), ttlMs),
    publish: (channel, message) => kv.publish(within(channel), message),
    listen: (channel, listener) => kv.listen(within(channel), listener),
  };
}
