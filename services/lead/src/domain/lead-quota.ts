import type { OutgoingEvent } from '@earshot/event-bus';
import { unlimitedLeadsPerDay } from '@earshot/proto/values';
import type { JobId, UserId } from '@earshot/proto/refs';

/** The decisions about the posts of one scan. */
export interface ScanCount {
  readonly jobId: JobId;
  /** `postId` here and in `refused` is a post's `postKey`. */
  readonly taken: readonly { readonly postId: string; readonly admittedAt: Date }[];
  readonly refused: readonly string[];
}

/** Leads admitted on a UTC day, such as `2026-11-21`. */
export interface DayCount {
  readonly day: string;
  readonly taken: number;
}

/** A user's admitted leads by scan and by day: the latest ones, oldest first. */
export interface LeadQuota {
  readonly scans: readonly ScanCount[];
  readonly days: readonly DayCount[];
}

/** The quota before the first found post. */
export const noQuota: LeadQuota = { scans: [], days: [] };

/** Stores users' quotas: one versioned document per user. */
export interface QuotaRepository {
  /** The user's current quota, and the version to save against. */
  read(userId: UserId): Promise<{ quota: LeadQuota; version: number }>;
  /** Saves quota and events in one write. Returns false when the stored version has changed. */
  save(userId: UserId, version: number, quota: LeadQuota, events: readonly OutgoingEvent[]): Promise<boolean>;
}

/** A user's events arrive in order, so only the latest scan can be redelivered. A few more are kept as a margin. */
const keptScans = 8;
const keptDays = 3;

/** The most leads that a scan may create, and that may be created for the user on one day. */
export interface Caps {
  readonly maxLeadsPerScan: number;
  /** 1000 means unlimited. */
  readonly maxLeadsPerDay: number;
}

/**
 * The decision and the quota after it. A `next` of null means the decision was made before and there is nothing to
 * save.
 */
export type Decision =
  | { readonly admittedAt: Date; readonly next: LeadQuota | null }
  | { readonly refused: 'scan-limit' | 'daily-limit'; readonly next: LeadQuota }
  | { readonly refused: 'before'; readonly next: null };

interface Limited extends Caps {
  readonly jobId: JobId;
  /** When the post arrived, if it was heard between scans. */
  readonly heardAt: Date | null;
}

/** The name of the count to which a post belongs: its scan, or what was heard on this day. */
export function countOf({ jobId, heardAt }: Pick<Limited, 'jobId' | 'heardAt'>, now: Date): string {
  return heardAt === null ? jobId : `heard ${dayOf(now)}`;
}

/** The limits of a post. That of a scan does not apply to what is heard between scans. */
export function capsOf({ heardAt, maxLeadsPerScan, maxLeadsPerDay }: Limited): Caps {
  return { maxLeadsPerScan: heardAt === null ? maxLeadsPerScan : Infinity, maxLeadsPerDay };
}

/** Counts the post towards its scan and the day of `now`, or returns the limit that is reached. */
export function decide(quota: LeadQuota, post: { jobId: JobId; postKey: string }, caps: Caps, now: Date): Decision {
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

/** Refuses a post that another scan made a lead, and no longer counts it. Returns null when it was refused before. */
export function refuseDuplicate(
  quota: LeadQuota,
  { jobId, postKey: postId }: { jobId: JobId; postKey: string },
): LeadQuota | null {
  const scan = scanOf(quota, jobId);
  if (scan.refused.includes(postId)) return null;
  const admitted = scan.taken.find((place) => place.postId === postId);
  const taken = scan.taken.filter((place) => place !== admitted);
  const refused = withScan(quota, { jobId, taken, refused: [...scan.refused, postId] });
  return admitted === undefined ? refused : withDay(refused, dayOf(admitted.admittedAt), -1);
}

/** The daily limit counts UTC days. */
export function endOfUtcDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1));
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function scanOf(quota: LeadQuota, jobId: JobId): ScanCount {
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
