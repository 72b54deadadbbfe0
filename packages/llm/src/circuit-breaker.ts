/** How a call to the provider failed. */
export interface Failure {
  /** True when the provider serves no calls at present; false when it only refused this one. */
  readonly away: boolean;
  /** Milliseconds to wait, as requested by the provider. */
  readonly retryAfterMs: number | undefined;
}

export interface BreakerOptions {
  /** Consecutive failures that open the breaker. */
  readonly failures?: number;
  /** Milliseconds until one probe call is allowed; doubles after each failed probe. */
  readonly openMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Permission for one call. The caller reports exactly one outcome. */
export interface Pass {
  succeeded(): void;
  failed(failure: Failure): void;
  /** The call ended without an outcome. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /** Returns null while the breaker blocks calls. */
  enter(): Pass | null;
  /** Whether `enter` would refuse. */
  isOpen(): boolean;
}

const FAILURES = 5;
const OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 5 * 60_000;
/** Calls wait out a shorter delay themselves; a longer one opens the breaker. */
export const LONG_WAIT_MS = 5_000;

/**
 * Stops calls to a provider that does not answer. It opens after some consecutive failures, or at once when the
 * provider asks for a long wait. Then it allows one probe call, and closes when a probe succeeds.
 */
export function circuitBreaker(options: BreakerOptions = {}): CircuitBreaker {
  const { failures: limit = FAILURES, openMs = OPEN_MS, now = () => performance.now() } = options;
  let failures = 0;
  let openings = 0;
  let openUntilMs: number | null = null;
  let probe: Pass | null = null;

  const isOpen = () => openUntilMs !== null && (probe !== null || now() < openUntilMs);
  const close = () => {
    [failures, openings, openUntilMs, probe] = [0, 0, null, null];
  };
  const open = (forMs: number) => {
    openUntilMs = Math.max(openUntilMs ?? 0, now() + Math.min(forMs, LONGEST_OPEN_MS));
  };
  const fail = (pass: Pass, retryAfterMs: number) => {
    failures += 1;
    const due = openUntilMs === null ? failures >= limit || retryAfterMs > LONG_WAIT_MS : pass === probe;
    // Calls started before the breaker opened only contribute a longer wait.
    if (openUntilMs !== null || due) open(retryAfterMs);
    if (!due) return;
    open(openMs * 2 ** openings);
    openings += 1;
    probe = null;
  };

  return {
    isOpen,
    enter: () => {
      if (isOpen()) return null;
      const pass: Pass = {
        succeeded: close,
        // A provider that refuses one call can still answer others.
        failed: ({ away, retryAfterMs = 0 }) => (away ? fail(pass, retryAfterMs) : close()),
        abandoned: () => {
          if (pass === probe) probe = null;
        },
      };
      if (openUntilMs !== null) probe = pass;
      return pass;
    },
  };
}
