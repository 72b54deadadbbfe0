import type { OutgoingEvent } from '@earshot/event-bus';
import { hasAuthor } from '@earshot/proto/http/lead';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';
import type { Lead, Place, PostRef } from './lead.ts';
import { postKey } from './lead.ts';
import type { Caps, LeadQuota, QuotaRepository } from './lead-quota.ts';
import { capsOf, countOf, decide, endOfUtcDay, refuseDuplicate } from './lead-quota.ts';
import type { RemovedPosts } from './removed-posts.ts';
import type { WrittenPost } from './same-post.ts';
import { originalOf, placeOf } from './same-post.ts';

/** A post that scored above its user's threshold, and the limits of its scan. */
export interface FoundPost
  extends
    Omit<
      Lead,
      | ('id' | 'status' | 'rating' | 'ratings' | 'revision' | 'createdAt' | 'alsoIn')
      | ('withdrawn' | 'removed' | 'editedAt' | 'isKept')
    >,
    Caps {
  /**
   * A scan dropped the post, and the user kept it as a lead. It is exempt from the limits and does not count towards
   * them.
   */
  readonly isKept: boolean;
  /** When the post was stored, if it was found because the user listens. Null if a scan found it. */
  readonly heardAt: Date | null;
}

/** Why a found post did not become a lead. */
export type RefusalReason = 'scan-limit' | 'daily-limit' | 'duplicate' | 'removed';

/** A found post that did not become a lead. The next scan takes posts refused by a limit first. */
export interface Refusal {
  readonly userId: UserId;
  readonly jobId: JobId;
  readonly source: string;
  readonly postId: string;
  readonly reason: RefusalReason;
  /** When the daily limit ends; only for `daily-limit`. */
  readonly limitResetsAt: Date | null;
}

/** A lead to save. `heardAt` is that of its post. */
export interface AdmittedLead {
  readonly lead: Lead;
  readonly event: OutgoingEvent;
  readonly heardAt: Date | null;
}

/** The lead queries and writes that admission needs. */
export interface AdmissionRepository {
  /** Maps the `postKey` of each post that is already a lead of the user to the id of the scan that found it. */
  jobsOf(userId: UserId, posts: readonly PostRef[]): Promise<ReadonlyMap<string, string>>;
  /** The user's leads by these authors, oldest first. */
  writtenBy(userId: UserId, authors: readonly string[]): Promise<WrittenPost[]>;
  /** The id of the lead of the post `of` if the lead does not have the place yet, else null. */
  leadWithout(userId: UserId, of: PostRef, place: Place): Promise<string | null>;
  /** Adds the place to the lead with its event in one write, unless the lead has it. */
  addPlace(userId: UserId, leadId: LeadId, place: Place, event: OutgoingEvent): Promise<void>;
  /**
   * Saves each lead with its event in one write. Resolves with those whose post already is a lead of the user.
   * `origin` is `scan` if a scan found the posts, and `rescue` if the user kept them as leads.
   */
  insert(admitted: readonly AdmittedLead[], origin: 'scan' | 'rescue'): Promise<readonly AdmittedLead[]>;
}

export interface AdmissionDependencies {
  readonly leads: AdmissionRepository;
  readonly quotas: QuotaRepository;
  readonly removedPosts: RemovedPosts;
  /**
   * Runs parallel deliveries for one user one after the other, which saves retries. The version check alone keeps the
   * quota correct.
   */
  readonly inTurn: <T>(userId: UserId, work: () => Promise<T>) => Promise<T>;
  /** Gives a lead the text and the score with which a later scan found its post. */
  readonly rejudge: (found: FoundPost) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** `heard`: no scan found the post. */
  readonly leadCreated: (lead: Lead, heard: boolean) => OutgoingEvent;
  readonly leadPlaceAdded: (userId: UserId, leadId: LeadId) => OutgoingEvent;
  readonly leadRefused: (refusal: Refusal) => OutgoingEvent;
}

/**
 * Turns found posts into leads or refuses them with a reason, in their order. A post that was removed at its site is
 * refused. Each post of a scan emits exactly one of the two events. A retry after a crash between any two writes continues where the first call stopped: the quota stores
 * each decision, and for an admitted post the time of admission, which becomes the lead's createdAt. A post that
 * repeats a lead of its author is refused as a duplicate, and becomes a further place of that lead
 * (docs/decisions/0107-copies-are-places-of-one-lead.md). Posts that the
 * user kept become leads without touching the quota. Keeping an existing lead emits no event, since no scan waits for it
 * (docs/decisions/0006-rescuing-keeps-the-outcome.md).
 */
export async function admitFoundPosts(found: readonly FoundPost[], deps: AdmissionDependencies): Promise<void> {
  for (const [userId, posts] of Map.groupBy(found, (post) => post.userId)) {
    const { scanned = [], kept = [] } = Object.groupBy(posts, (post) => (post.isKept ? 'kept' : 'scanned'));
    if (scanned.length > 0) await admitOfUser(userId, scanned, deps);
    if (kept.length > 0) await admitKept(userId, kept, deps);
  }
  // A removal that was handled between the first look and the insert found no lead to change.
  for (const post of (await deps.removedPosts.among(found)).values()) await deps.removedPosts.forget(post);
}

async function admitKept(userId: UserId, posts: readonly FoundPost[], deps: AdmissionDependencies): Promise<void> {
  const [there, gone] = await Promise.all([deps.leads.jobsOf(userId, posts), deps.removedPosts.among(posts)]);
  const open = posts.filter((post) => !there.has(postKey(post)) && !gone.has(postKey(post)));
  // `insert` skips posts that became leads since the read above.
  const created = open.map((post) => admittedLead({ found: post, at: deps.now() }, deps));
  if (created.length > 0) await deps.leads.insert(created, 'rescue');
}

async function admitOfUser(userId: UserId, posts: readonly FoundPost[], deps: AdmissionDependencies): Promise<void> {
  const earlier = await deps.leads.jobsOf(userId, posts);
  const open = posts.filter((post) => earlier.get(postKey(post)) !== post.jobId);
  if (open.length === 0) return;
  const isTaken = (post: FoundPost) => earlier.has(postKey(post));
  const gone = await deps.removedPosts.among(open);
  const isGone = (post: FoundPost) => gone.has(postKey(post));
  const authors = [...new Set(open.filter(hasAuthor).map(({ author }) => author))];
  const written = authors.length === 0 ? [] : await deps.leads.writtenBy(userId, authors);
  const { admitted, copies } = await settle(userId, deps, (quota) =>
    judge(quota, open, { isTaken, isGone, written }, deps),
  );
  if (admitted.length > 0) {
    const created = admitted.map((one) => admittedLead(one, deps));
    const there = await deps.leads.insert(created, 'scan');
    if (there.length > 0) await publishDuplicates(userId, there, deps);
  }
  // The post may have been edited since, and only this scan has read the new text.
  for (const post of open.filter(isTaken)) await deps.rejudge(post);
  // After the insert, because the lead may be one of this call. A retry finds the same copies and adds them once.
  for (const copy of copies) await addPlace(userId, copy, deps);
}

async function addPlace(userId: UserId, { of, place }: Copy, deps: AdmissionDependencies): Promise<void> {
  const leadId = await deps.leads.leadWithout(userId, of, place);
  if (leadId !== null) await deps.leads.addPlace(userId, leadId, place, deps.leadPlaceAdded(userId, leadId));
}

interface Admitted {
  readonly found: FoundPost;
  /** The time of admission. */
  readonly at: Date;
}

/** A post that repeats a lead. */
interface Copy {
  readonly of: PostRef;
  readonly place: Place;
}

interface KnownLeads {
  /** Whether the post itself is a lead. */
  readonly isTaken: (post: FoundPost) => boolean;
  /** Whether the post was removed at its site. */
  readonly isGone: (post: FoundPost) => boolean;
  /** The leads by the authors of the posts. */
  readonly written: readonly WrittenPost[];
}

/** Decides about the posts in order; each decision sees the quota and the leads after the one before. */
function judge(
  before: LeadQuota,
  posts: readonly FoundPost[],
  { isTaken, isGone, written }: KnownLeads,
  deps: AdmissionDependencies,
): Settlement<{ readonly admitted: Admitted[]; readonly copies: Copy[] }> {
  let quota = before;
  const events: OutgoingEvent[] = [];
  const admitted: Admitted[] = [];
  const copies: Copy[] = [];
  const leads = [...written];
  for (const found of posts) {
    const original = isTaken(found) || isGone(found) ? undefined : originalOf(found, leads);
    if (original) copies.push({ of: original, place: placeOf(found) });
    const reason = refusalOf({ isDuplicate: original !== undefined || isTaken(found), isGone: isGone(found) });
    const { next, refused, at } =
      reason === null ? decideOne(quota, found, deps.now()) : refuse(quota, found, reason, deps.now());
    quota = next ?? quota;
    if (refused !== null) events.push(deps.leadRefused(refused));
    if (at === null) continue;
    admitted.push({ found, at });
    leads.push({ ...found, alsoIn: [] });
  }
  return { next: quota === before ? null : quota, events, result: { admitted, copies } };
}

function refusalOf({
  isDuplicate,
  isGone,
}: {
  readonly isDuplicate: boolean;
  readonly isGone: boolean;
}): 'duplicate' | 'removed' | null {
  if (isDuplicate) return 'duplicate';
  return isGone ? 'removed' : null;
}

interface Verdict {
  /** null when the quota does not change. */
  readonly next: LeadQuota | null;
  readonly refused: Refusal | null;
  readonly at: Date | null;
}

function decideOne(quota: LeadQuota, found: FoundPost, now: Date): Verdict {
  const { userId, jobId, source, redditPostId: postId } = found;
  const decision = decide(quota, { jobId: countOf(found, now), postKey: postKey(found) }, capsOf(found), now);
  if ('admittedAt' in decision) return { next: decision.next, refused: null, at: decision.admittedAt };
  if (decision.refused === 'before') return { next: null, refused: null, at: null };
  const limitResetsAt = decision.refused === 'daily-limit' ? endOfUtcDay(now) : null;
  const refused: Refusal = { userId, jobId, source, postId, reason: decision.refused, limitResetsAt };
  return { next: decision.next, refused, at: null };
}

/** Refuses a post that already is a lead or is gone. The quota remembers it, so the refusal is emitted once. */
function refuse(
  quota: LeadQuota,
  found: Pick<FoundPost, 'userId' | 'jobId' | 'heardAt'> & PostRef,
  reason: 'duplicate' | 'removed',
  now: Date,
): Verdict {
  const { userId, jobId, source, redditPostId: postId } = found;
  const next = refuseDuplicate(quota, { jobId: countOf(found, now), postKey: postKey(found) });
  const refused: Refusal = { userId, jobId, source, postId, reason, limitResetsAt: null };
  return { next, refused: next === null ? null : refused, at: null };
}

/**
 * Handles leads that another delivery inserted in the meantime. A lead of another scan is refused as a duplicate. A
 * lead of the same scan comes from a second delivery of the same event, and needs nothing more.
 */
async function publishDuplicates(
  userId: UserId,
  there: readonly AdmittedLead[],
  deps: AdmissionDependencies,
): Promise<void> {
  const leads = there.map(({ lead, heardAt }) => ({ ...lead, heardAt }));
  const earlier = await deps.leads.jobsOf(userId, leads);
  const lost = leads.find((lead) => !earlier.has(postKey(lead)));
  if (lost !== undefined) throw new Error(`the lead of ${postKey(lost)} was refused as there, and is not`);
  const others = leads.filter((lead) => earlier.get(postKey(lead)) !== lead.jobId);
  await settle(userId, deps, (before) => {
    let quota = before;
    const events: OutgoingEvent[] = [];
    for (const lead of others) {
      const { next, refused } = refuse(quota, lead, 'duplicate', deps.now());
      quota = next ?? quota;
      if (refused !== null) events.push(deps.leadRefused(refused));
    }
    return { next: quota === before ? null : quota, events, result: undefined };
  });
}

interface Settlement<T> {
  /** null when nothing changed, so there is nothing to save or emit. */
  readonly next: LeadQuota | null;
  readonly events: readonly OutgoingEvent[];
  readonly result: T;
}

/** Judges the user's current quota and saves the result. Retries when another process saved first. */
function settle<T>(
  userId: UserId,
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

function admittedLead({ found, at }: Admitted, { newId, leadCreated }: AdmissionDependencies): AdmittedLead {
  const lead = leadOf(found, newId(), at);
  return { lead, event: leadCreated(lead, found.heardAt !== null), heardAt: found.heardAt };
}

function leadOf(post: FoundPost, id: string, at: Date): Lead {
  const { maxLeadsPerScan: _scan, maxLeadsPerDay: _day, heardAt: _heard, ...found } = post;
  const untouched = {
    status: 'new',
    rating: null,
    ratings: 0,
    revision: 0,
    withdrawn: null,
    removed: null,
    editedAt: null,
  } as const;
  return { ...found, ...untouched, id, alsoIn: [], createdAt: at };
}
