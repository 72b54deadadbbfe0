/** Long enough for a busy machine. Tests of shorter promises measure the time instead. */
const patienceMs = 120_000;
/** Each check counts at most this long: the rest is time in which the machine was suspended. */
const mostMs = 5_000;

/**
 * Polls a condition every `everyMs` and resolves with the first value that is not false, null or undefined. Throws
 * after `timeoutMs`, naming `what`; pauses of the machine do not count.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  timeoutMs = patienceMs,
  everyMs = 10,
): Promise<T> {
  let waitedMs = 0;
  for (let seenMs = performance.now(); ;) {
    const value = await look();
    if (value !== false && value !== null && value !== undefined) return value;
    const nowMs = performance.now();
    waitedMs += Math.min(nowMs - seenMs, mostMs);
    seenMs = nowMs;
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
