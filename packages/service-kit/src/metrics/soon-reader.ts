/** Milliseconds a scrape waits for a reading; scrapes give up after ten seconds, and the other figures must be told. */
const patienceMs = 2_000;

/** null when it failed or is not there in time. */
export type SoonReader<T> = () => Promise<T | null>;

/** A reading that scrapes can wait for. Those that come together share it, so of a store that hangs one question is open. */
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
