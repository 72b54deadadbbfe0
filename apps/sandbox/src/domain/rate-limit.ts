/** The site averages over ten minutes. Its counters reset at the end of a fixed window. */
const WINDOW_SECONDS = 600;

export interface RateState {
  allowed: boolean;
  used: number;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request of `key` at `nowMs`. A rejected request is not counted. */
  take(key: string, nowMs: number): RateState;
}

/** A fixed-window counter with `limit` requests per key and window. It stores only the keys of the current window. */
export function createRateLimiter(limit: number): RateLimiter {
  const used = new Map<string, number>();
  let window = -1;
  return {
    take(key, nowMs) {
      const seconds = Math.floor(nowMs / 1000);
      const current = Math.floor(seconds / WINDOW_SECONDS);
      if (current !== window) {
        used.clear();
        window = current;
      }
      const before = used.get(key) ?? 0;
      const allowed = before < limit;
      const after = allowed ? before + 1 : before;
      used.set(key, after);
      return {
        allowed,
        used: after,
        remaining: Math.max(limit - after, 0),
        resetSeconds: WINDOW_SECONDS - (seconds % WINDOW_SECONDS),
      };
    },
  };
}
