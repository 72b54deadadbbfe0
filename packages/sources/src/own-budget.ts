import { appError, type Clock } from '@earshot/core';

/**
 * Number of processes that can share a client id while the shared budget is unavailable without exceeding it together.
 */
const processes = 10;
/** Requests for a site that has not reported its budget yet: a tenth of the documented 100 requests per minute. */
const unknownLeft = 10;
const unknownSeconds = 60;
/** The shared budget may be available again before the window ends, so callers retry soon after a refusal. */
const lookAgainSeconds = 5;

/** The requests that one process may send while it cannot see the requests of the others. */
export interface OwnBudget {
  /** Throws source.rate-limited while the site itself rejects requests. */
  checkOpen(): void;
  /** Takes one request from this process's share. Throws source.rate-limited when the share is used up. */
  take(): void;
  learn(budget: { remaining: number; seconds: number }): void;
  close(seconds: number): void;
}

/**
 * A tenth of the budget that remained when this process first saw the site's window. Later answers and the process's
 * own requests lower it. The processes together may use less than the whole budget, but never more, however old their
 * knowledge is.
 */
export function ownBudget(clock: Clock): OwnBudget {
  let window = { left: 0, endsAtMs: 0, isKnown: false };
  let closedUntilMs = 0;
  const nowMs = () => clock.now().getTime();
  const isOver = () => window.endsAtMs <= nowMs();

  return {
    checkOpen: () => {
      const seconds = Math.ceil((closedUntilMs - nowMs()) / 1000);
      if (seconds > 0) throw appError('source.rate-limited', { retryAfterSeconds: seconds });
    },
    take: () => {
      if (isOver()) window = { left: unknownLeft, endsAtMs: nowMs() + unknownSeconds * 1000, isKnown: false };
      if (window.left > 0) {
        window.left -= 1;
        return;
      }
      const seconds = Math.ceil((window.endsAtMs - nowMs()) / 1000);
      throw appError('source.rate-limited', { retryAfterSeconds: Math.min(seconds, lookAgainSeconds) });
    },
    learn: ({ remaining, seconds }) => {
      const share = Math.floor(remaining / processes);
      const left = isOver() || !window.isKnown ? share : Math.min(window.left, share);
      window = { left, endsAtMs: nowMs() + seconds * 1000, isKnown: true };
    },
    close: (seconds) => {
      closedUntilMs = nowMs() + seconds * 1000;
    },
  };
}
