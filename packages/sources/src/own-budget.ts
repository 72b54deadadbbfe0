import type { Clock } from '@earshot/core';
import { appError } from '@earshot/core';

/** Processes that may use one client id while the shared budget is away, and still not overdraw it together. */
const processes = 10;
/** Of a site that has not told its budget yet: a tenth of the documented 100 requests a minute. */
const unknownLeft = 10;
const unknownSeconds = 60;
/** The shared budget may be back long before the window ends, so a refusal here is asked again soon. */
const lookAgainSeconds = 5;

/** What one process may send by itself while it cannot see what the others send. */
export interface OwnBudget {
  /** Throws source.rate-limited while the site itself has closed. */
  checkOpen(): void;
  /** Takes one request from this process's share; throws source.rate-limited when that is used up. */
  take(): void;
  learn(told: { remaining: number; seconds: number }): void;
  close(seconds: number): void;
}

/**
 * A tenth of what remained when this process first heard of the site's window, lowered by what later answers tell and
 * by what it takes: less than all may be used, but never more, however old its knowledge is.
 */
export function ownBudget(clock: Clock): OwnBudget {
  let window = { left: 0, endsAtMs: 0, told: false };
  let closedUntilMs = 0;
  const nowMs = () => clock.now().getTime();
  const isOver = () => window.endsAtMs <= nowMs();

  return {
    checkOpen: () => {
      const seconds = Math.ceil((closedUntilMs - nowMs()) / 1000);
      if (seconds > 0) throw appError('source.rate-limited', { retryAfterSeconds: seconds });
    },
    take: () => {
      if (isOver()) window = { left: unknownLeft, endsAtMs: nowMs() + unknownSeconds * 1000, told: false };
      if (window.left > 0) {
        window.left -= 1;
        return;
      }
      const seconds = Math.ceil((window.endsAtMs - nowMs()) / 1000);
      throw appError('source.rate-limited', { retryAfterSeconds: Math.min(seconds, lookAgainSeconds) });
    },
    learn: ({ remaining, seconds }) => {
      const share = Math.floor(remaining / processes);
      const left = isOver() || !window.told ? share : Math.min(window.left, share);
      window = { left, endsAtMs: nowMs() + seconds * 1000, told: true };
    },
    close: (seconds) => {
      closedUntilMs = nowMs() + seconds * 1000;
    },
  };
}
