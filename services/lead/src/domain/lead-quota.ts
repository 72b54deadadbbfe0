import { unlimitedLeadsPerDay } from '@earshot/proto/values';

/** What was decided about the posts of one scan. */
export interface ScanCount {
  readonly jobId: string;
  /** `postId` here and in `refused` is a post's `postKey`. */
  readonly taken: readonly { readonly postId: string; readonly admittedAt: Date }[];
  readonly refused: readonly string[];
}

/** Places taken on a UTC day, as in `2026-11-21`. */
export interface DayCount {
  readonly day: string;
  readonly taken: number;
}

/** A user's places: the latest scans and days, oldest first. */
export interface LeadQuota {
  readonly scans: readonly ScanCount[];
  readonly days: readonly DayCount[];
}

/** Before the first found post. */
export const noQuota: LeadQuota = { scans: [], days: [] };

/** One user's events come in order, so only the latest can come again; a few more are kept to be sure. */
const keptScans = 8;
const keptDays = 3;

/** How many leads a scan and a day of the user may make. */
export interface Caps {
  readonly maxLeadsPerScan: number;
  /** 1000 is unlimited. */
  readonly maxLeadsPerDay: number;
}

/** The answer, and the quota after it; `next` null: decided before, nothing to save. */
export type Decision =
  | { readonly admittedAt: Date; readonly next: LeadQuota | null }
  | { readonly refused: 'scan-limit' | 'daily-limit'; readonly next: LeadQuota }
  | { readonly refused: 'before'; readonly next: null };

/** Gives the post a place in its scan and in the day of `now`, or says which of both is full. */
export function decide(quota: LeadQuota, post: { jobId: string; postKey: string }, caps: Caps, now: Date): Decision {
  const { jobId, postKey: postId } = post;
  const scan = scanOf(quota, jobId);
  const place = scan.taken.find((taken) => taken.postId === postId);
  if (place !== undefined) return { admittedAt: place.admittedAt, next: null };
  if (scan.refused.includes(postId)) return { refused: 'before', next: null };

  const day = dayOf(now);
  const takenToday = quota.days.find((count) => count.day === day)?.taken ?? 0;
  const dayIsFull = caps.maxLeadsPerDay < unlimitedLeadsPerDay && takenToday >= caps.maxLeadsPerDay;
  const scanIsFull = scan.taken.length >= caps.maxLeadsPerScan;
  if (scanIsFull || dayIsFull) {
    const next = withScan(quota, { ...scan, refused: [...scan.refused, postId] });
    return { refused: scanIsFull ? 'scan-limit' : 'daily-limit', next };
  }
  const taken = [...scan.taken, { postId, admittedAt: now }];
  return { admittedAt: now, next: withDay(withScan(quota, { ...scan, taken }), day, 1) };
}

/** The post is a lead already, by another scan: it is refused and gives back a place it held; null: it was refused before. */
export function refuseDuplicate(
  quota: LeadQuota,
  { jobId, postKey: postId }: { jobId: string; postKey: string },
): LeadQuota | null {
  const scan = scanOf(quota, jobId);
  if (scan.refused.includes(postId)) return null;
  const held = scan.taken.find((place) => place.postId === postId);
  const taken = scan.taken.filter((place) => place !== held);
  const refused = withScan(quota, { jobId, taken, refused: [...scan.refused, postId] });
  return held === undefined ? refused : withDay(refused, dayOf(held.admittedAt), -1);
}

/** Leads count towards UTC days. */
export function endOfUtcDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1));
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function scanOf(quota: LeadQuota, jobId: string): ScanCount {
  return quota.scans.find((scan) => scan.jobId === jobId) ?? { jobId, taken: [], refused: [] };
}

function withScan(quota: LeadQuota, scan: ScanCount): LeadQuota {
  const others = quota.scans.filter((other) => other.jobId !== scan.jobId);
  return { ...quota, scans: [...others, scan].slice(-keptScans) };
}

function withDay(quota: LeadQuota, day: string, change: number): LeadQuota {
  const taken = (quota.days.find((count) => count.day === day)?.taken ?? 0) + change;
  const others = quota.days.filter((count) => count.day !== day);
  const days = [...others, { day, taken }].sort((a, b) => (a.day < b.day ? -1 : 1));
  return { ...quota, days: days.slice(-keptDays) };
}
