import { until } from './until.ts';

const tickMs = 5;
/** Of the time between two ticks no more counts: who waits ticks in time, the rest is what a busy machine kept from it. */
const mostMs = 10;

/**
 * Milliseconds that `work` had this process waiting, without those in which the machine did not let it run. What must
 * be there in time is promised for a machine with room; on one without, a wall clock would measure the neighbours.
 */
export async function awakeMs(work: () => Promise<unknown>): Promise<number> {
  const clock = awakeClock(() => undefined);
  try {
    await work();
    return clock.ms();
  } finally {
    clock.stop();
  }
}

/** Resolves when this process could run for so many milliseconds. */
export async function awakeFor(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const clock = awakeClock((countedMs) => {
    if (countedMs >= ms) resolve();
  });
  await promise;
  clock.stop();
}

/** Waits as `until` does, and throws also when it came too late: more than `ms` in which this process could run. */
export async function untilWithin<T>(
  ms: number,
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  everyMs?: number,
): Promise<T> {
  const found = until(what, look, undefined, everyMs);
  const tookMs = await awakeMs(() => found);
  if (tookMs > ms) throw new Error(`${what} came after ${Math.round(tookMs)} ms, not within ${ms}`);
  return found;
}

function awakeClock(tick: (countedMs: number) => void): { ms(): number; stop(): void } {
  let countedMs = 0;
  let seenMs = performance.now();
  const ms = () => {
    const nowMs = performance.now();
    countedMs += Math.min(nowMs - seenMs, mostMs);
    seenMs = nowMs;
    return countedMs;
  };
  const ticker = setInterval(() => tick(ms()), tickMs);
  ticker.unref();
  return { ms, stop: () => clearInterval(ticker) };
}
