/** A lease on a name. After it expires, another holder may take it. */
export interface Lease {
  /** Extends the lease. Returns false if it was lost meanwhile. */
  renew(ttlMs: number): Promise<boolean>;
  /** Never fails: a lease that cannot be released now expires. */
  release(): Promise<void>;
}

/** Callbacks of a listener; neither may throw. */
export interface Listener {
  onMessage(message: string): void;
  /** Messages may have been missed: the connection was lost or re-established. */
  onGap(): void;
}

/** A running listener. */
export interface Listening {
  /** Whether messages currently arrive, as far as is known. A silently broken connection is noticed in about 2 s. */
  live(): boolean;
  /** Stops the listener; no callback runs afterwards. */
  stop(): Promise<void>;
}

/** An entry for a log. The log ignores an entry whose id it already has. */
export interface NewLogEntry {
  readonly id: string;
  readonly text: string;
}

export interface LogOptions {
  /** Returns the entries after this number; none if it is undefined. */
  readonly after: number | undefined;
  /** The log starts again, without entries, if its last number is lower. */
  readonly notBefore: number;
  /** The number before the first entry of a log that starts. The caller makes it grow with time. */
  readonly start: number;
  /** How many of the newest entries the log keeps, and for how long after the newest one. */
  readonly keep: number;
  readonly ttlMs: number;
}

export interface LogTail {
  /** The number of the newest entry. */
  readonly last: number;
  /** The texts of the kept entries after `after`, in order. Their numbers are consecutive and end with `last`. */
  readonly texts: readonly string[];
}

/** Milliseconds without an entry after which a log forgets its last number and its ids. */
export const logForgottenMs = 24 * 3_600_000;
/** A log remembers this many ids for each entry that it keeps, so that late copies are still found. */
export const logIdsForEntry = 4;

/**
 * The store is unavailable or did not answer in time, so the call may or may not have taken effect. The message
 * contains the reason, but not the call's arguments. Callers continue without the store: see `unlessAway`.
 */
export class KeyValueAway extends Error {
  constructor(reason: string) {
    super(`the key-value store is away: ${reason}`);
    this.name = 'KeyValueAway';
  }
}

/**
 * Small shared data that may be lost at any time, even all at once: caches, counters, leases. No confirmed data may
 * exist only here. One contract suite checks these promises for every adapter: values expire after `ttlMs`, `increment`
 * and `append` are atomic, and a lease has at most one holder while the store keeps its data. Every call may fail with
 * KeyValueAway, within about 500 ms.
 */
export interface KeyValue {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds an integer and returns the new value; `ttlMs` counts from the first increment. Throws, without a change, when
   * the value is not an integer or the sum is not a safe integer.
   */
  increment(key: string, options: { by?: number; ttlMs: number }): Promise<number>;
  /**
   * Appends entries to a log that all processes share, and returns what follows `after`. The entries get consecutive
   * numbers, in the order in which the store receives them. One round trip; `entries` may be empty.
   */
  append(log: string, entries: readonly NewLogEntry[], options: LogOptions): Promise<LogTail>;
  /** Returns null when another holder has the lease. */
  lease(name: string, ttlMs: number): Promise<Lease | null>;
  /** Sends to all current listeners, in this and other processes; at most once, and not stored. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Listens as soon as the store is reachable, and again after each lost connection. Messages of one sender arrive in
   * order.
   */
  listen(channel: string, listener: Listener): Listening;
}

/** Returns `ttlMs` in whole milliseconds, or throws a RangeError if it is not positive. For adapters. */
export function checkedTtl(key: string, ttlMs: number): number {
  const whole = Math.ceil(ttlMs);
  if (whole > 0 && Number.isSafeInteger(whole)) return whole;
  throw new RangeError(`the time to live of "${key}" must be a positive number of milliseconds: ${ttlMs}`);
}

/** Returns `by`, or throws a RangeError if it cannot be added without loss. For adapters. */
export function checkedStep(key: string, by: number): number {
  if (Number.isSafeInteger(by)) return by;
  throw new RangeError(`"${key}" can only be incremented by an integer: ${by}`);
}
