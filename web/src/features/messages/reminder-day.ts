/** The hour of the chosen day, on the user's clock, at which the reminder is due. */
const morningHour = 9;
/** The server accepts a year ahead. */
const mostDays = 365;

/** The day of a time on the user's clock, as a date field writes it. */
export function dayOf(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The morning of a day; null for an empty field. */
export function morningOf(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  return new Date(year, month - 1, date, morningHour);
}

/** The first and the last day that can be chosen. */
export function daysToChoose(now: Date): { readonly min: string; readonly max: string } {
  const last = new Date(now);
  last.setDate(last.getDate() + mostDays);
  return { min: dayOf(now), max: dayOf(last) };
}
