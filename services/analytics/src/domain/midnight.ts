const hourMs = 3_600_000;
/** Longer than any day, including days with a clock change. */
const longestMs = 36 * hourMs;

/**
 * The start of the day of `now` in the time zone (IANA). This is the day's first moment, which is not 0:00 where clocks
 * are set forward at midnight. A binary search finds it, because arithmetic with offsets fails in such cases.
 */
export function startOfDay(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const today = format.format(now);
  let before = now.getTime() - longestMs;
  let within = now.getTime();
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (format.format(middle) === today) within = middle;
    else before = middle;
  }
  return new Date(within);
}
