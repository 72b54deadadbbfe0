export interface RetryOptions {
  /** Retries for each call that goes out, on average. */
  readonly share?: number;
  /** Retries that may come at once after a quiet time. */
  readonly burst?: number;
  /** Retries of one request. */
  readonly most?: number;
  /** Milliseconds of the first wait, at most; twice as long for the next. */
  readonly firstWaitMs?: number;
}

export interface RetryBudget {
  /** A call goes out. */
  earn(): void;
  /** Takes a retry, if there is one; `tried` counts the retries of this request so far. */
  take(tried: number): boolean;
  /** Milliseconds to wait before the next retry: at random, so that callers part, but never less than asked for. */
  waitMs(tried: number, retryAfterMs: number | undefined): number;
}

/** Retries for all calls of a process together, so that an outage is never answered with a multiple of the calls. */
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
