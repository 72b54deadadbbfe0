import { until } from './until.ts';

const tickMs = 5;
/** Each tick counts at most this long: the rest is time in which a busy machine did not run the process. */
const mostMs = 10;

/**
 * The milliseconds that `work` took, without those in which the machine did not run this process. Time limits assume a
 * machine with free capacity; on a busy one, a wall clock would measure other processes.
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

/** Resolves after this process could run for so many milliseconds. */
export async function awakeFor(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const clock = awakeClock((countedMs) => {
    if (countedMs >= ms) resolve();
  });
  await promise;
  clock.stop();
}

/** Waits like `until`, and also throws when the process could run for more than `ms` meanwhile. */
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
