import type { LeadFigures } from '@earshot/proto/http/analytics';
import { type DraftVariant, draftVariants, type LeadStatus } from '@earshot/proto/values';
import { communityView } from '@earshot/sources';
import type { UserId } from '@earshot/proto/refs';

/** Leads that agree in everything that the figures tell apart. */
export interface CountedLeads {
  readonly source: string;
  /** Null until the creation event arrives. */
  readonly community: string | null;
  readonly tenths: number;
  readonly status: LeadStatus;
  readonly variant: DraftVariant | null;
  readonly count: number;
}

/** The leads of one user. */
export interface LeadFiguresRepository {
  counted(userId: UserId): Promise<CountedLeads[]>;
  /** When the leads between the times were found, the end excluded. */
  foundBetween(userId: UserId, from: Date, to: Date): Promise<Date[]>;
}

export interface FiguresWanted {
  readonly userId: UserId;
  /** IANA. */
  readonly timeZone: string;
  /** The first and the last day of the trend, as YYYY-MM-DD; without them the last seven days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly now: Date;
}

/** The specification's buckets, by their lowest score in tenths. */
const bands = [
  { label: '9.0-10.0', from: 90 },
  { label: '8.0-8.9', from: 80 },
  { label: '7.0-7.9', from: 70 },
  { label: '6.0-6.9', from: 60 },
  { label: 'below 6.0', from: 0 },
] as const;
const defaultDays = 7;
const dayMs = 86_400_000;

/** Counts all leads of the user by day, score, community and draft. Every list counts the same leads. */
export async function leadFiguresOf(query: FiguresWanted, facts: LeadFiguresRepository): Promise<LeadFigures> {
  const [counted, trend] = await Promise.all([facts.counted(query.userId), trendOf(query, facts)]);
  return {
    ...funnelOf(counted),
    trend,
    bands: bands.map(({ label, from }, index) => {
      const below = bands[index - 1]?.from ?? Infinity;
      return { label, ...funnelOf(counted.filter(({ tenths }) => tenths >= from && tenths < below)) };
    }),
    communities: communitiesOf(counted),
    variants: [...draftVariants, null].map((variant) => {
      const { contacted, replied } = funnelOf(counted.filter((one) => one.variant === variant));
      return { variant, contacted, replied };
    }),
  };
}

function sumOf(counted: readonly CountedLeads[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

function funnelOf(counted: readonly CountedLeads[]) {
  const replied = sumOf(counted.filter(({ status }) => status === 'responded'));
  const contacted = sumOf(counted.filter(({ status }) => status === 'contacted')) + replied;
  return { found: sumOf(counted), contacted, replied };
}

/** The communities of the leads; names that differ only in case are one community. */
function communitiesOf(counted: readonly CountedLeads[]): LeadFigures['communities'] {
  const named = counted.flatMap(({ community, ...one }) => (community === null ? [] : [{ ...one, community }]));
  const groups = Map.groupBy(named, ({ source, community }) => `${source} ${community.toLowerCase()}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { source, community: name } = first;
      const funnel = funnelOf(group);
      const tenths = group.reduce((sum, one) => sum + one.tenths * one.count, 0);
      const averageScore = Math.round(tenths / funnel.found) / 10;
      return [{ name, ...communityView({ source, name }), averageScore, ...funnel }];
    })
    .toSorted((a, b) => b.found - a.found || a.name.localeCompare(b.name));
}

/** The leads of each day of the range, on the calendar of the time zone. */
async function trendOf(query: FiguresWanted, facts: LeadFiguresRepository): Promise<LeadFigures['trend']> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: query.timeZone, dateStyle: 'short' });
  const last = Date.parse(query.to ?? format.format(query.now));
  const first = query.from === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(query.from);
  // No time zone is further from UTC than a day.
  const times = await facts.foundBetween(query.userId, new Date(first - dayMs), new Date(last + 2 * dayMs));
  const counts = new Map<string, number>();
  for (const time of times) {
    const date = format.format(time);
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, index) => {
    const date = new Date(first + index * dayMs).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
}
