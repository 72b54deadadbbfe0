const hourMs = 3_600_000;
/** Longer than any day, those with a change of clocks included. */
const longestMs = 36 * hourMs;

/**
 * When the day that `now` belongs to began in the time zone (IANA): its first moment, which is not 0:00 where clocks
 * are set forward at midnight. Searched, for no arithmetic with offsets knows them all.
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
