import type { OutgoingEvent } from '@earshot/event-bus';
import { duplicateKeyPositions, outboxOf, outboxPush } from '@earshot/service-kit';
import { languageOfDrop } from '@earshot/scoring';
import { scanLookBackDays } from '@earshot/proto/values';
import type { JobId } from '@earshot/proto/refs';
import type { JudgedBy, ScanJob } from '../domain/job.ts';
import type { VerdictStore, WaitingQuery } from '../domain/ports.ts';
import {
  type FoundPost,
  type LeadOutcome,
  type PostVerdict,
  tallyOf,
  type VerdictMark,
  type VerdictTally,
  waits,
} from '../domain/verdict.ts';
import { resolvedVerdicts } from './resolved-verdicts.ts';
import { keyOf, keyOfVerdict, type VerdictDocument, type VerdictModel } from './verdict-schema.ts';
import { communityKey } from '../domain/community.ts';

export interface VerdictStoreDeps {
  readonly model: VerdictModel;
  /** The event that sends a found post to the lead service. */
  readonly foundEvent: (job: JudgedBy, found: FoundPost) => OutgoingEvent;
  readonly notify: () => void;
}

/** The order of the index on jobs and outcomes. */
const bestFirst = { score: -1, postCreatedAt: -1, _id: -1 } as const;

/** A verdict is needed as long as a scan may see its post. The extra days allow for scans that take long. */
const keepDays = scanLookBackDays + 2;

/** The expiry of a verdict that is kept from the time `from` on. */
export function keptUntil(from: Date): Date {
  return new Date(from.getTime() + keepDays * 86_400_000);
}

/** Stores verdicts in MongoDB, unique by user, business version and post (docs/decisions/0004). */
export function verdictStore(deps: VerdictStoreDeps): VerdictStore {
  const { model } = deps;
  return {
    marksOf: async (userId, businessVersion, posts) => {
      const ids = posts.map((post) => keyOf(userId, businessVersion, post));
      const fields = {
        postId: 1,
        contentHash: 1,
        jobId: 1,
        task: 1,
        outcome: 1,
        unscoredReason: 1,
        rescoreAt: 1,
        rescuedAt: 1,
      };
      const found = await model.find({ _id: { $in: ids } }, fields).lean<VerdictDocument[]>();
      return found.map(({ _id: _, ...mark }) => mark);
    },
    removeSamples: async (userId, kept) => {
      await model.deleteMany({ userId, source: 'sample', ...(kept !== null && { jobId: { $ne: kept } }) });
    },
    add: (job, verdicts, replaces) => add(deps, job, verdicts, replaces),
    countsOf: (jobId, task) => countsOf(model, jobId, task),
    outcomesOf: (jobId) => outcomesOf(model, jobId),
    ...resolvedVerdicts(model),
    waiting: (query) => waiting(model, query),
    admit: (job) => admit(deps, job),
    leaveWaiting: async (jobId) => {
      await model.updateMany(heldBy(jobId), { $set: { outcome: 'capped' } });
    },
    takeOver: (job, task, posts) => takeOver(deps, job, task, posts),
    stopWaiting: async (post) => {
      const mine = { _id: keyOfVerdict(post), jobId: post.jobId, waits: true as const };
      await model.updateOne(mine, { $unset: { waits: 1 } });
    },
    leadsOf: ({ source, id: postId }) =>
      model.distinct('userId', { postId, source, outcome: { $in: ['created', 'duplicate'] } }),
    republish: (job, limit) => republish(deps, job, limit),
  };
}

/** Counts index entries for each tally. A $group would read the document of every verdict. */
async function countsOf(model: VerdictModel, jobId: JobId, task: number) {
  const count = (tally: Exclude<VerdictTally, 'stale'>) => model.countDocuments({ jobId, task, tally });
  const all = [count('filtered'), count('below'), count('unscored'), count('found')] as const;
  const [filtered, below, unscored, found] = await Promise.all(all);
  return { filtered, below, unscored, found };
}

async function outcomesOf(model: VerdictModel, jobId: JobId) {
  const count = (outcome: LeadOutcome) => model.countDocuments({ jobId, outcome });
  const [created, capped, duplicate] = await Promise.all([count('created'), count('capped'), count('duplicate')]);
  return { created, capped, duplicate };
}

const publishedAtOnce = 200;

/** The found posts that the job holds back. */
function heldBy(jobId: JobId) {
  return { jobId, outcome: 'found' as const, waits: true as const };
}

async function admit({ model, foundEvent, notify }: VerdictStoreDeps, job: ScanJob): Promise<void> {
  const filter = heldBy(job.id);
  for (;;) {
    const found = await model.find(filter).sort(bestFirst).limit(publishedAtOnce).lean<VerdictDocument[]>();
    const posts = found.map(verdictOf).filter(isFound);
    if (posts.length === 0) return;
    const updates = posts.map((post) => ({
      filter: { _id: keyOfVerdict(post), ...filter },
      update: { $unset: { waits: 1 as const }, ...outboxPush([foundEvent(job, post)]) },
    }));
    await model.bulkWrite(updates.map((updateOne) => ({ updateOne })));
    notify();
  }
}

/** Turns posts of earlier scans into found posts of this job, each with its event in the same write if it has one. */
async function takeOver(
  { model, foundEvent, notify }: VerdictStoreDeps,
  job: ScanJob,
  task: number,
  posts: readonly FoundPost[],
): Promise<void> {
  for (const post of posts) {
    const mine = { jobId: job.id, task, outcome: 'found' as const, tally: 'found' as const };
    const _id = keyOfVerdict(post);
    const isHeld = waits(mine.outcome, post.score);
    const update = {
      $set: mine,
      $unset: { cap: 1, matchReason: 1, ...(!isHeld && { waits: 1 }) },
      ...outboxPush(isHeld ? [] : [foundEvent(job, { ...post, ...mine })]),
    };
    await model.updateOne({ _id, jobId: post.jobId, waits: true as const }, update);
  }
  if (posts.length > 0) notify();
}

async function republish({ model, foundEvent, notify }: VerdictStoreDeps, job: ScanJob, limit: number): Promise<void> {
  const pending = await model
    .find({ jobId: job.id, outcome: 'found' })
    .sort(bestFirst)
    .limit(limit)
    .lean<VerdictDocument[]>();
  for (const found of pending.map(verdictOf).filter(isFound)) {
    const _id = keyOfVerdict(found);
    const update = { $unset: { waits: 1 }, ...outboxPush([foundEvent(job, found)]) };
    await model.updateOne({ _id, jobId: job.id, outcome: 'found' as const }, update);
  }
  if (pending.length > 0) notify();
}

async function waiting(model: VerdictModel, query: WaitingQuery): Promise<FoundPost[]> {
  const filter = {
    userId: query.userId,
    businessVersion: query.businessVersion,
    waits: true as const,
    score: { $gte: query.threshold },
    postCreatedAt: { $gte: query.since },
    communityKey: { $in: query.communities.map(communityKey) },
    jobId: { $ne: query.jobId },
  };
  const found = await model.find(filter).sort({ score: -1 }).limit(query.limit).lean<VerdictDocument[]>();
  return found.map(verdictOf).filter(isFound);
}

async function add(
  { model, foundEvent, notify }: VerdictStoreDeps,
  job: JudgedBy,
  verdicts: readonly PostVerdict[],
  replaces: ReadonlyMap<string, VerdictMark>,
): Promise<string[]> {
  const documents = verdicts.map((verdict) =>
    documentOf(verdict, isFound(verdict) && goesAtOnce(job, verdict) ? [foundEvent(job, verdict)] : []),
  );
  const fresh = documents.filter(({ postId }) => !replaces.has(postId));
  const left: string[] = [];
  if (fresh.length > 0) {
    // `documentOf` creates documents that need no casting: `lean` halves the time of a bulk insert.
    const duplicates = await model
      .insertMany(fresh, { ordered: false, lean: true })
      .then(() => [], duplicateKeyPositions);
    left.push(...duplicates.flatMap((index) => fresh[index]?.postId ?? []));
  }
  for (const document of documents) {
    const mark = replaces.get(document.postId);
    if (mark === undefined) continue;
    const { jobId, outcome, contentHash } = mark;
    const seen = { _id: document._id, jobId, outcome, contentHash, rescuedAt: { $exists: false } };
    const { matchedCount } = await model.updateOne(seen, replacementOf(document));
    if (matchedCount === 0) left.push(document.postId);
  }
  if (documents.some((document) => document.outbox.length > 0)) notify();
  return left;
}

/** Optional fields, removed if the new verdict does not have them. */
const rare = [
  ...(['waits', 'evidence', 'dropReason', 'language', 'matchReason', 'cap'] as const),
  ...(['unscoredReason', 'provisional', 'rescoreAt'] as const),
];

/** Keeps the events that wait in the outbox of the old verdict. */
function replacementOf({ _id, outbox, outboxAt, ...fields }: VerdictDocument) {
  const unset = rare.filter((field) => fields[field] === undefined).map((field) => [field, 1] as const);
  return {
    $set: fields,
    $unset: Object.fromEntries(unset),
    ...(outboxAt !== undefined && { $push: { outbox: { $each: outbox } }, $min: { outboxAt } }),
  };
}

/** The document of a verdict, with its events in the outbox. */
export function documentOf(verdict: PostVerdict, events: readonly OutgoingEvent[]): VerdictDocument {
  const { evidence, community, ...facts } = verdict;
  const language = facts.dropReason && languageOfDrop(facts.dropReason);
  return {
    ...facts,
    subreddit: community,
    tally: tallyOf(verdict.outcome),
    _id: keyOfVerdict(verdict),
    communityKey: communityKey({ source: verdict.source, name: community }),
    ...(evidence !== null && { evidence }),
    ...(language !== undefined && { language }),
    ...(events.length === 0 && waits(verdict.outcome, verdict.score) && { waits: true as const }),
    expiresAt: keptUntil(verdict.postCreatedAt),
    ...outboxOf(events),
  };
}

/** Converts a stored document to a verdict. */
export function verdictOf(document: VerdictDocument): PostVerdict {
  const { source } = document;
  const { userId, businessVersion, postId, postCreatedAt, contentHash, jobId, task, outcome, score } = document;
  const { unscoredReason, provisional, rescoreAt, evidence = null } = document;
  const { dropReason, matchReason, cap, rescuedAt } = document;
  return {
    source,
    userId,
    businessVersion,
    postId,
    community: document.subreddit,
    postCreatedAt,
    contentHash,
    jobId,
    task,
    outcome,
    score,
    ...(unscoredReason !== undefined && { unscoredReason }),
    ...(provisional !== undefined && { provisional }),
    ...(rescoreAt !== undefined && { rescoreAt }),
    evidence,
    ...(dropReason !== undefined && { dropReason }),
    ...(matchReason !== undefined && { matchReason }),
    ...(cap !== undefined && { cap }),
    ...(rescuedAt !== undefined && { rescuedAt }),
  };
}

function goesAtOnce({ heardAt }: JudgedBy, { outcome, score }: PostVerdict): boolean {
  return outcome === 'found' && (heardAt !== undefined || !waits(outcome, score));
}

function isFound(verdict: PostVerdict): verdict is FoundPost {
  return verdict.score !== null && verdict.evidence !== null;
}
