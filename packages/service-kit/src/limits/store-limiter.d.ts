import type { RateLimiterRes, RateLimiterStoreAbstract } from 'rate-limiter-flexible';

/** What the store answered to one question. */
export interface Counted {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** The library's base of limiters over a store, with what a store must give it. */
export abstract class StoreLimiter extends RateLimiterStoreAbstract {
  /** Adds points to a key whose window of `msDuration` begins with the first. */
  protected abstract _upsert(key: string, points: number, msDuration: number): Promise<Counted>;
  /** null where nothing was counted in this window. */
  protected abstract _get(key: string): Promise<Counted | null>;
  protected abstract _delete(key: string): Promise<boolean>;
  protected abstract _getRateLimiterRes(key: string, changedPoints: number, counted: Counted): RateLimiterRes;
}
