import type { OutgoingEvent } from '@earshot/platform';
import { unlimitedLeadsPerDay } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

/** A post that scored above its user's threshold, and the caps that hold for its scan. */
export interface FoundPost extends Omit<Lead, 'id' | 'status' | 'createdAt'> {
  readonly maxLeadsPerScan: number;
  /** 1000 is unlimited. */
  readonly maxLeadsPerDay: number;
}

export type RefusalReason = 'scan-limit' | 'daily-limit' | 'duplicate';

export interface Refusal {
  readonly userId: string;
  readonly jobId: string;
  readonly postId: string;
  readonly reason: RefusalReason;
  /** When the daily limit ends; only for `daily-limit`. */
  readonly limitResetsAt: Date | null;
}

export interface ScanQuota {
  readonly userId: string;
  readonly jobId: string;
  readonly postId: string;
  readonly max: number;
}

export interface DayQuota {
  readonly userId: string;
  readonly jobId: string;
  /** Any moment of the UTC day. */
  readonly day: Date;
  readonly postId: string;
  readonly max: number;
}

/** What was decided about a post of a scan: admitted at that moment, refused for good, or no place left. */
export type Place = { readonly admittedAt: Date } | 'refused' | 'full';

/**
 * Counts leads against the caps. Every call is one atomic write that remembers the post, so a repeated call finds its
 * own earlier decision and parallel calls never pass a cap together.
 */
export interface QuotaRepository {
  /** Takes a place in the scan for the post as of `now`, unless decided before. */
  takeInScan(quota: ScanQuota, now: Date): Promise<Place>;
  /** Takes a place in the UTC day for the post; false when the day is full. */
  takeInDay(quota: DayQuota): Promise<boolean>;
  giveBackInDay(quota: DayQuota): Promise<void>;
  /** Refuses the post for good, frees its place in the scan and saves the event, once. */
  refuse(refusal: Refusal, event: OutgoingEvent, now: Date): Promise<void>;
}

export interface AdmissionRepository {
  /** The scan that made this post a lead of the user, or null. */
  jobOf(userId: string, redditPostId: string): Promise<string | null>;
  /** Saves the lead with its event in one write; false when the user has a lead of this post. */
  insert(lead: Lead, event: OutgoingEvent): Promise<boolean>;
}

export interface AdmissionDependencies {
  readonly leads: AdmissionRepository;
  readonly quotas: QuotaRepository;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly leadCreated: (lead: Lead) => OutgoingEvent;
  readonly leadRefused: (refusal: Refusal) => OutgoingEvent;
}

/**
 * Makes a found post a lead, or refuses it with a reason; exactly one of both is told. May be called again after a
 * crash between any two of its writes and goes on where it was: the moment of admission decides the day and the
 * lead's createdAt, and it is remembered with the place.
 */
export async function admitFoundPost(found: FoundPost, deps: AdmissionDependencies): Promise<void> {
  const { userId, jobId, redditPostId: postId } = found;
  const refuse = async (reason: RefusalReason, limitResetsAt: Date | null = null) => {
    const refusal = { userId, jobId, postId, reason, limitResetsAt };
    await deps.quotas.refuse(refusal, deps.leadRefused(refusal), deps.now());
  };

  const earlier = await deps.leads.jobOf(userId, postId);
  if (earlier !== null) return earlier === jobId ? undefined : refuse('duplicate');

  const place = await deps.quotas.takeInScan({ userId, jobId, postId, max: found.maxLeadsPerScan }, deps.now());
  if (place === 'refused') return;
  if (place === 'full') return refuse('scan-limit');

  const max = found.maxLeadsPerDay >= unlimitedLeadsPerDay ? Number.MAX_SAFE_INTEGER : found.maxLeadsPerDay;
  const dayQuota = { userId, jobId, day: place.admittedAt, postId, max };
  if (!(await deps.quotas.takeInDay(dayQuota))) return refuse('daily-limit', endOfUtcDay(place.admittedAt));

  const lead = leadOf(found, deps.newId(), place.admittedAt);
  if (await deps.leads.insert(lead, deps.leadCreated(lead))) return;
  // Somebody inserted it meanwhile: a second delivery of this very event, or an earlier scan's late one.
  if ((await deps.leads.jobOf(userId, postId)) === jobId) return;
  await deps.quotas.giveBackInDay(dayQuota);
  await refuse('duplicate');
}

/** Leads count towards UTC days. */
export function endOfUtcDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1));
}

function leadOf({ maxLeadsPerScan: _scan, maxLeadsPerDay: _day, ...found }: FoundPost, id: string, at: Date): Lead {
  return { ...found, id, status: 'new', createdAt: at };
}
