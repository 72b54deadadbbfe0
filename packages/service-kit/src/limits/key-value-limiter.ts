import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock, KeyValue } from '@earshot/core';
import { type Counted, StoreLimiter } from './store-limiter.js';

export interface KeyValueLimiterOptions {
  readonly kv: Pick<KeyValue, 'get' | 'set' | 'delete' | 'increment'>;
  readonly clock: Clock;
  readonly keyPrefix: string;
  readonly points: number;
  readonly durationMs: number;
}

/**
 * The library's limiter on the KeyValue port: one counter per key, with a window that begins at the first point. A
 * separate key stores the end of the window; it is read only when a caller must wait. While the port is unavailable,
 * this process counts in memory. See docs/decisions/0018-rate-limit-windows-start-at-the-first-call.md.
 */
export class KeyValueLimiter extends StoreLimiter {
  readonly #kv: KeyValueLimiterOptions['kv'];
  readonly #clock: Clock;

  constructor({ kv, clock, keyPrefix, points, durationMs }: KeyValueLimiterOptions) {
    const shared = { keyPrefix, points, duration: durationMs / 1000 };
    super({ ...shared, storeClient: kv, insuranceLimiter: new RateLimiterMemory(shared) });
    this.#kv = kv;
    this.#clock = clock;
  }

  protected override async _upsert(key: string, points: number, msDuration: number): Promise<Counted> {
    const consumedPoints = await this.#kv.increment(key, { by: points, ttlMs: msDuration });
    if (consumedPoints === points)
      await this.#kv.set(endOf(key), String(this.#nowMs() + msDuration), { ttlMs: msDuration });
    if (consumedPoints <= this.points) return { consumedPoints, msBeforeNext: msDuration };
    return { consumedPoints, msBeforeNext: await this.#msLeft(key) };
  }

  protected override async _get(key: string): Promise<Counted | null> {
    const counted = await this.#kv.get(key);
    if (counted === null) return null;
    return { consumedPoints: Number(counted), msBeforeNext: await this.#msLeft(key) };
  }

  protected override async _delete(key: string): Promise<boolean> {
    await Promise.all([this.#kv.delete(key), this.#kv.delete(endOf(key))]);
    return true;
  }

  protected override _getRateLimiterRes(_key: string, _changed: number, counted: Counted): RateLimiterRes {
    const { consumedPoints, msBeforeNext } = counted;
    return new RateLimiterRes(Math.max(this.points - consumedPoints, 0), msBeforeNext, consumedPoints);
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }

  /**
   * Returns the whole window if its end is unknown: the first call may not have written it yet. Never more, because a
   * clock may have been set back.
   */
  async #msLeft(key: string): Promise<number> {
    const end = Number((await this.#kv.get(endOf(key))) ?? NaN);
    return Number.isFinite(end) ? Math.min(Math.max(end - this.#nowMs(), 0), this.msDuration) : this.msDuration;
  }
}

function endOf(key: string): string {
  return `${key}:end`;
}
