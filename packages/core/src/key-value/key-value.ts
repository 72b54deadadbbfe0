/** A lease on a name; another holder may take it once it has run out. */
export interface Lease {
  /** Prolongs the lease; false if it was lost meanwhile. */
  renew(ttlMs: number): Promise<boolean>;
  /** Never fails: what cannot be released now runs out by itself. */
  release(): Promise<void>;
}

/** What a listener is told; neither may throw. */
export interface Listener {
  onMessage(message: string): void;
  /** Messages may have been missed: the connection was lost, or it is back and what was sent before is gone. */
  onGap(): void;
}

/** A running listener. */
export interface Listening {
  /** Whether messages arrive at present, as far as is known: a connection that died silently is noticed in about 2 s. */
  live(): boolean;
  /** No call comes after it. */
  stop(): Promise<void>;
}

/**
 * The store cannot be asked at present, or did not answer in time: what was asked may or may not have happened. Says
 * why, but never what was asked. Whoever uses the store goes on without it: see `unlessAway`.
 */
export class KeyValueAway extends Error {
  constructor(reason: string) {
    super(`the key-value store is away: ${reason}`);
    this.name = 'KeyValueAway';
  }
}

/**
 * Small shared facts that may vanish at any time, all at once too: caches, counters, leases. Nothing acknowledged may
 * rest on it alone. Promises, checked by one contract suite for every adapter: values expire after `ttlMs`, `increment`
 * is atomic, at most one holder of a lease at a time as long as the store keeps what it was given. Every call may fail
 * with KeyValueAway, within about 500 ms.
 */
export interface KeyValue {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds an integer and returns the new value; `ttlMs` counts from the first increment. Throws when the value is no
   * integer or the sum no safe one, and leaves it.
   */
  increment(key: string, options: { by?: number; ttlMs: number }): Promise<number>;
  /** null when somebody else holds it. */
  lease(name: string, ttlMs: number): Promise<Lease | null>;
  /** To all who listen at this moment, here and in other processes; at most once, without any trace. */
  publish(channel: string, message: string): Promise<void>;
  /** Begins to listen as soon as the store can be reached, and again after each loss; messages of one sender in order. */
  listen(channel: string, listener: Listener): Listening;
}

/** `ttlMs` if it is a time to live, in whole milliseconds; else throws a RangeError. For adapters. */
export function checkedTtl(key: string, ttlMs: number): number {
  const whole = Math.ceil(ttlMs);
  if (whole > 0 && Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`the time to live of "${key}" must be a positive number of milliseconds: ${ttlMs}`);
}

/** `by` if it can be added without loss; else throws a RangeError. For adapters. */
export function checkedStep(key: string, by: number): number {
  if (Number.isSafeInteger(by)) return by;
  throw new RangeError(`"${key}" can only be incremented by an integer: ${by}`);
}
