import type { OutgoingEvent } from '@earshot/platform';
import type { Lead } from './lead.ts';
import type { Caps, LeadQuota } from './lead-quota.ts';
import { decide, endOfUtcDay, refuseDuplicate } from './lead-quota.ts';

/** A post that scored above its user's threshold, and the caps that hold for its scan. */
export interface FoundPost extends Omit<Lead, 'id' | 'status' | 'createdAt'>, Caps {}

/** Why a found post did not become a lead. */
export type RefusalReason = 'scan-limit' | 'daily-limit' | 'duplicate';

/** A found post that did not become a lead; the next scan takes the capped ones first. */
export interface Refusal {
  readonly userId: string;
  readonly jobId: string;
  readonly postId: string;
  readonly reason: RefusalReason;
  /** When the daily limit ends; only for `daily-limit`. */
  readonly limitResetsAt: Date | null;
}

/** Where users' places are kept: one versioned document a user. */
export interface QuotaRepository {
  /** The user's places as they stand, and the version to save against. */
  read(userId: string): Promise<{ quota: LeadQuota; version: number }>;
  /** Saves quota and events in one write, unless the version is no longer the stored one: then false. */
  save(userId: string, version: number, quota: LeadQuota, events: readonly OutgoingEvent[]): Promise<boolean>;
}

/** What admitting a post needs of the leads. */
export interface AdmissionRepository {
  /** The scan that made this post a lead of the user, or null. */
  jobOf(userId: string, redditPostId: string): Promise<string | null>;
  /** Saves the lead with its event in one write; false when the user has a lead of this post. */
  insert(lead: Lead, event: OutgoingEvent): Promise<boolean>;
}

export interface AdmissionDependencies {
  readonly leads: AdmissionRepository;
  readonly quotas: QuotaRepository;
  /** Spares parallel deliveries for one user from saving against each other; the version alone keeps them right. */
  readonly inTurn: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly leadCreated: (lead: Lead) => OutgoingEvent;
  readonly leadRefused: (refusal: Refusal) => OutgoingEvent;
}

/**
 * Makes a found post a lead, or refuses it with a reason; exactly one of both is told. May be called again after a
 * crash between any two of its writes and goes on where it was: the quota remembers each post that it decided, and
 * with a place the moment of admission, which becomes the lead's createdAt.
 */
export async function admitFoundPost(found: FoundPost, deps: AdmissionDependencies): Promise<void> {
  const { userId, jobId, redditPostId: postId } = found;
  const earlier = await deps.leads.jobOf(userId, postId);
  if (earlier === jobId) return;
  if (earlier !== null) return tellDuplicate(found, deps);

  const admittedAt = await takePlace(found, deps);
  if (admittedAt === null) return;
  const lead = leadOf(found, deps.newId(), admittedAt);
  if (await deps.leads.insert(lead, deps.leadCreated(lead))) return;
  // Somebody inserted it meanwhile: a second delivery of this very event, or an earlier scan's late one.
  if ((await deps.leads.jobOf(userId, postId)) !== jobId) await tellDuplicate(found, deps);
}

/** The moment of admission, or null when the post is refused. */
function takePlace(found: FoundPost, deps: AdmissionDependencies): Promise<Date | null> {
  const { userId, jobId, redditPostId: postId } = found;
  return settle(userId, deps, (quota) => {
    const now = deps.now();
    const decision = decide(quota, { jobId, postId }, found, now);
    if ('admittedAt' in decision) return { next: decision.next, events: [], result: decision.admittedAt };
    if (decision.refused === 'before') return { next: null, events: [], result: null };
    const reason = decision.refused;
    const limitResetsAt = reason === 'daily-limit' ? endOfUtcDay(now) : null;
    const refusal = { userId, jobId, postId, reason, limitResetsAt };
    return { next: decision.next, events: [deps.leadRefused(refusal)], result: null };
  });
}

async function tellDuplicate(found: FoundPost, deps: AdmissionDependencies): Promise<void> {
  const { userId, jobId, redditPostId: postId } = found;
  await settle(userId, deps, (quota) => {
    const refusal: Refusal = { userId, jobId, postId, reason: 'duplicate', limitResetsAt: null };
    return { next: refuseDuplicate(quota, { jobId, postId }), events: [deps.leadRefused(refusal)], result: undefined };
  });
}

interface Settlement<T> {
  /** null: nothing changed, nothing to save or tell. */
  readonly next: LeadQuota | null;
  readonly events: readonly OutgoingEvent[];
  readonly result: T;
}

/** Judges the user's quota as it stands and saves what follows; judges again when another process was faster. */
function settle<T>(
  userId: string,
  { quotas, inTurn }: AdmissionDependencies,
  judge: (quota: LeadQuota) => Settlement<T>,
): Promise<T> {
  return inTurn(userId, async () => {
    for (;;) {
      const { quota, version } = await quotas.read(userId);
      const { next, events, result } = judge(quota);
      if (next === null || (await quotas.save(userId, version, next, events))) return result;
    }
  });
}

function leadOf({ maxLeadsPerScan: _scan, maxLeadsPerDay: _day, ...found }: FoundPost, id: string, at: Date): Lead {
  return { ...found, id, status: 'new', createdAt: at };
}
