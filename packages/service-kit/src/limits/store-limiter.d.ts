import type { RateLimiterRes, RateLimiterStoreAbstract } from 'rate-limiter-flexible';

/** The store's answer to one request. */
export interface Counted {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** The library's base class of limiters on a store, with the methods that a store must implement. */
export abstract class StoreLimiter extends RateLimiterStoreAbstract {
  /** Adds points to a key. Its window of `msDuration` begins with the first point. */
  protected abstract _upsert(key: string, points: number, msDuration: number): Promise<Counted>;
  /** Returns null when nothing was counted in this window. */
  protected abstract _get(key: string): Promise<Counted | null>;
  protected abstract _delete(key: string): Promise<boolean>;
  protected abstract _getRateLimiterRes(key: string, changedPoints: number, counted: Counted): RateLimiterRes;
}
