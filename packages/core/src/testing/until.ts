/** For a machine that is busy with much else; what is promised sooner is measured, not waited for. */
const patienceMs = 120_000;
/** Of one look no more counts: a machine that stood still did not wait. */
const mostMs = 5_000;

/**
 * Waits for a condition, looking every `everyMs`: resolves with the first value that is neither false, null nor
 * undefined; after `timeoutMs`, of which a longer standstill is no part, throws, naming what was awaited.
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
