import type { OutgoingEvent } from '@earshot/event-bus';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';
import { addPlace, copiesAmong, type CopyRepository } from './copies.ts';
import { type DescribedPost, describeFound, type FoundPost, runsOf, type WordsOf } from './found-post.ts';
import { type Lead, type LeadPost, postKey } from './lead.ts';
import {
  capsOf,
  countOf,
  decide,
  endOfUtcDay,
  type LeadQuota,
  type QuotaRepository,
  refuseDuplicate,
} from './lead-quota.ts';
import type { RemovedPosts } from './removed-posts.ts';

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
export interface AdmissionRepository extends CopyRepository {
  /** Maps the `postKey` of each post that is already a lead of the user to the id of the scan that found it. */
  jobsOf(userId: UserId, posts: readonly LeadPost[]): Promise<ReadonlyMap<string, string>>;
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
  readonly wordsOf: WordsOf;
  /** Gives a lead the text and the score with which a later scan found its post. */
  readonly rejudge: (found: DescribedPost) => Promise<void>;
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
  const described = await describeFound(userId, open, deps.wordsOf);
  // `insert` skips posts that became leads since the read above.
  const created = [...described.values()].map((post) => admittedLead(post, deps.now(), deps));
  if (created.length > 0) await deps.leads.insert(created, 'rescue');
}

async function admitOfUser(userId: UserId, posts: readonly FoundPost[], deps: AdmissionDependencies): Promise<void> {
  const earlier = await deps.leads.jobsOf(userId, posts);
  const open = posts.filter((post) => earlier.get(postKey(post)) !== post.jobId);
  const described = await describeFound(userId, open, deps.wordsOf);
  for (const run of runsOf(open, described)) await admitRun(userId, run, { earlier, described }, deps);
}

interface Known {
  readonly earlier: ReadonlyMap<string, JobId>;
  readonly described: ReadonlyMap<string, DescribedPost>;
}

async function admitRun(
  userId: UserId,
  posts: readonly FoundPost[],
  { earlier, described }: Known,
  deps: AdmissionDependencies,
): Promise<void> {
  const gone = await deps.removedPosts.among(posts);
  const present = posts.flatMap((post) => (gone.has(postKey(post)) ? [] : (described.get(postKey(post)) ?? [])));
  const { taken = [], open = [] } = Object.groupBy(present, (post) => (earlier.has(postKey(post)) ? 'taken' : 'open'));
  const copies = await copiesAmong(userId, open, deps);
  // Before the decisions are published: then the scan service drops the words, and a retry could no longer read them. The
  // post of a lead may have been edited since, and only this scan has read the new text.
  for (const post of taken) await deps.rejudge(post);
  for (const copy of copies.values()) await addPlace(userId, copy, deps);
  const readable = new Set(present.map(postKey));
  const isDuplicate = (post: FoundPost) => earlier.has(postKey(post)) || copies.has(postKey(post));
  const isGone = (post: FoundPost) => !readable.has(postKey(post));
  const admitted = await settle(userId, deps, (quota) => judge(quota, posts, { isDuplicate, isGone }, deps));
  const created = admitted.flatMap(({ found, at }) => {
    const post = described.get(postKey(found));
    return post === undefined ? [] : [admittedLead(post, at, deps)];
  });
  if (created.length === 0) return;
  const there = await deps.leads.insert(created, 'scan');
  if (there.length > 0) await publishDuplicates(userId, there, deps);
}

interface Admitted {
  readonly found: FoundPost;
  /** The time of admission. */
  readonly at: Date;
}

interface Facts {
  /** Whether the post is a lead or repeats one. */
  readonly isDuplicate: (post: FoundPost) => boolean;
  /** Whether the post was removed at its site. */
  readonly isGone: (post: FoundPost) => boolean;
}

/** Decides about the posts in order; each decision sees the quota after the one before. */
function judge(
  before: LeadQuota,
  posts: readonly FoundPost[],
  facts: Facts,
  deps: AdmissionDependencies,
): Settlement<readonly Admitted[]> {
  let quota = before;
  const events: OutgoingEvent[] = [];
  const admitted: Admitted[] = [];
  for (const found of posts) {
    const reason = refusalOf({ isDuplicate: facts.isDuplicate(found), isGone: facts.isGone(found) });
    const { next, refused, at } =
      reason === null ? decideOne(quota, found, deps.now()) : refuse(quota, found, reason, deps.now());
    quota = next ?? quota;
    if (refused !== null) events.push(deps.leadRefused(refused));
    if (at !== null) admitted.push({ found, at });
  }
  return { next: quota === before ? null : quota, events, result: admitted };
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
  const { userId, jobId, source, postId } = found;
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
  found: Pick<FoundPost, 'userId' | 'jobId' | 'heardAt'> & LeadPost,
  reason: 'duplicate' | 'removed',
  now: Date,
): Verdict {
  const { userId, jobId, source, postId } = found;
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

function admittedLead(found: DescribedPost, at: Date, { newId, leadCreated }: AdmissionDependencies): AdmittedLead {
  const lead = leadOf(found, newId(), at);
  return { lead, event: leadCreated(lead, found.heardAt !== null), heardAt: found.heardAt };
}

function leadOf(post: DescribedPost, id: string, at: Date): Lead {
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
