export interface RetryOptions {
  /** Retries earned per call, on average. */
  readonly share?: number;
  /** Retries available at once after a quiet time. */
  readonly burst?: number;
  /** Maximum retries of one request. */
  readonly most?: number;
  /** Maximum milliseconds of the first wait; doubles with each retry. */
  readonly firstWaitMs?: number;
}

export interface RetryBudget {
  /** Earns a share of a retry for a new call. */
  earn(): void;
  /** Takes a retry if one is left; `tried` counts this request's retries so far. */
  take(tried: number): boolean;
  /** Milliseconds before the next retry: random, so that callers spread out, but at least `retryAfterMs`. */
  waitMs(tried: number, retryAfterMs: number | undefined): number;
}

/** One retry budget for all calls of a process, so that an outage does not multiply the calls. */
export function retryBudget(options: RetryOptions = {}): RetryBudget {
  const { share = 0.15, burst = 3, most = 2, firstWaitMs = 500 } = options;
  let left = burst;
  return {
    earn: () => {
      left = Math.min(burst, left + share);
    },
    take: (tried) => {
      if (tried >= most || left < 1) return false;
      left -= 1;
      return true;
    },
    waitMs: (tried, retryAfterMs = 0) => retryAfterMs + Math.random() * firstWaitMs * 2 ** tried,
  };
}
