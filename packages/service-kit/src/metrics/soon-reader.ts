/**
 * Milliseconds that a scrape waits for a reading. Scrapes time out after ten seconds and must still report the other
 * metrics.
 */
const patienceMs = 2_000;

/** Returns null if the reading failed or was not available in time. */
export type SoonReader<T> = () => Promise<T | null>;

/**
 * Wraps a reading with a timeout. Concurrent scrapes share one reading, so a hanging store gets only one request at a
 * time.
 */
export function soonReader<T>(read: () => T | Promise<T>): SoonReader<T> {
  let reading: Promise<T | null> | undefined;
  const attempt = async (): Promise<T | null> => {
    try {
      return await read();
    } catch {
      return null;
    }
  };
  return async () => {
    reading ??= attempt().finally(() => (reading = undefined));
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), patienceMs);
    try {
      return await Promise.race([reading, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
