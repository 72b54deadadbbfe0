import type { Lead } from '@earshot/proto/http/lead';

const trendDays = 7;
const dayMs = 86_400_000;

/** One calendar day of the trend. */
export interface TrendDay {
  /** 'YYYY-MM-DD'. */
  readonly date: string;
  readonly count: number;
  /** Whether the given leads include all leads of that day, only some, or none. */
  readonly known: 'all' | 'some' | 'none';
}

/** The calendar day of a timestamp in a time zone (IANA), as 'YYYY-MM-DD'. */
function dayOf(moment: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(moment);
}

/** The last days up to today, oldest first. Counted on the calendar, because some days have 23 or 25 hours. */
function lastDays(now: number, timeZone: string): string[] {
  const today = Date.parse(`${dayOf(now, timeZone)}T00:00:00Z`);
  return Array.from({ length: trendDays }, (_, index) =>
    new Date(today - (trendDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

interface TrendInput {
  readonly leads: readonly Pick<Lead, 'createdAt'>[];
  /** The number of all leads; those that are not in `leads` are older. */
  readonly total: number;
  readonly now: number;
  readonly timeZone: string;
}

/** Counts the leads found on each of the last seven days in the user's time zone. */
export function leadTrend({ leads, total, now, timeZone }: TrendInput): TrendDay[] {
  const found = leads.map(({ createdAt }) => dayOf(Date.parse(createdAt), timeZone));
  const isCut = total > leads.length;
  const reach = found.toSorted()[0] ?? '';
  const knownOf = (date: string) => (!isCut || date > reach ? 'all' : date === reach ? 'some' : 'none');
  return lastDays(now, timeZone).map((date) => ({
    date,
    count: found.filter((day) => day === date).length,
    known: knownOf(date),
  }));
}

/** 'Mon 3', and 'Mon' for narrow charts. */
export function dayLabels(date: string): { readonly label: string; readonly short: string } {
  const day = new Date(`${date}T00:00:00Z`);
  const short = day.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  return { label: `${short} ${day.getUTCDate()}`, short };
}
