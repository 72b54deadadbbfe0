/** The ranges that the trend offers; `own` is given by two days. */
export const trendRanges = ['7d', '30d', '90d', 'own'] as const;
export type TrendRange = (typeof trendRanges)[number];

/** The first and the last day of a trend, as YYYY-MM-DD. */
export interface TrendDays {
  readonly from: string;
  readonly to: string;
}

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;
const dayMs = 86_400_000;
/** The server accepts a year. */
const mostDays = 366;

/** The calendar day of a moment in the time zone (IANA), as YYYY-MM-DD. */
function dayIn(moment: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(moment);
}

/** The last days up to today. */
export function lastDays(range: Exclude<TrendRange, 'own'>, now: number, timeZone: string): TrendDays {
  const to = dayIn(now, timeZone);
  const from = new Date(Date.parse(to) - (lengths[range] - 1) * dayMs).toISOString().slice(0, 10);
  return { from, to };
}

/** Whether the server accepts the days. */
export function areValid({ from, to }: TrendDays): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days >= 0 && days < mostDays;
}

/** 'Mon 3' for a week and 'Nov 3' for longer trends; the short form is for narrow charts. */
export function dayLabels(date: string, days: number): { readonly label: string; readonly short: string } {
  const day = new Date(`${date}T00:00:00Z`);
  if (days > lengths['7d']) {
    const label = day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
    return { label, short: label };
  }
  const short = day.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  return { label: `${short} ${day.getUTCDate()}`, short };
}
