/** For a machine that is busy with much else; what is promised sooner is measured, not waited for. */
const patienceMs = 60_000;

/**
 * Waits for a condition, looking every `everyMs`: resolves with the first value that is neither false, null nor
 * undefined; after `timeoutMs` throws, naming what was awaited.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  timeoutMs = patienceMs,
  everyMs = 10,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== false && value !== null && value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
