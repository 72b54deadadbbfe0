/** What a failed call says of the provider. */
export interface Failure {
  /** The provider serves nobody at present; else it only would not serve this call. */
  readonly away: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
}

export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failures?: number;
  /** Milliseconds until one call may try again; twice as long after each try that failed. */
  readonly openMs?: number;
  /** Milliseconds that do not go backwards. */
  readonly now?: () => number;
}

/** A call's leave to go out; exactly one of these is said when it is over. */
export interface Pass {
  succeeded(): void;
  failed(failure: Failure): void;
  /** It ended without telling anything of the provider. */
  left(): void;
}

export interface CircuitBreaker {
  /** null while calls are held back. */
  enter(): Pass | null;
  /** Whether `enter` would refuse. */
  isOpen(): boolean;
}

const FAILURES = 5;
const OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 5 * 60_000;
/** A shorter wait that the provider asks for is waited out by the calls themselves. */
export const LONG_WAIT_MS = 5_000;

/**
 * Keeps calls from a provider that does not answer: opens after some failures in a row, or at once when it asks for a long
 * wait, lets one call try when the time is over and closes when one succeeds.
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
    // Calls that went out before it opened tell nothing new, but for how long to wait.
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
        // Whoever refuses one call is there for the others.
        failed: ({ away, retryAfterMs = 0 }) => (away ? fail(pass, retryAfterMs) : close()),
        left: () => {
          if (pass === probe) probe = null;
        },
      };
      if (openUntilMs !== null) probe = pass;
      return pass;
    },
  };
}
