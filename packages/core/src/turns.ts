import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A long turn delays the answers of everybody, because the services of `npm start` share one thread. */
const longTurnMs = 8;

/**
 * For loops over foreign texts: returns a function to await after each step. It lets other work run once the steps
 * since the last pause took `longTurnMs`, and costs next to nothing before.
 */
export function inTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longTurnMs) return;
    await nextTurn();
    since = performance.now();
  };
}
