/** A lease on a name; another holder may take it once it has run out. */
export interface Lease {
  /** Prolongs the lease; false if it was lost meanwhile. */
  renew(ttlMs: number): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Small shared facts that may vanish: caches, counters, leases. Nothing acknowledged may rest on it alone.
 * Promises, checked by one contract suite for every adapter: values expire after `ttlMs`, `increment` is atomic,
 * at most one holder of a lease at a time.
 */
export interface KeyValue {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>;
  delete(key: string): Promise<void>;
  /** Adds and returns the new value; `ttlMs` counts from the first increment. */
  increment(key: string, options: { by?: number; ttlMs: number }): Promise<number>;
  /** null when somebody else holds it. */
  lease(name: string, ttlMs: number): Promise<Lease | null>;
}
