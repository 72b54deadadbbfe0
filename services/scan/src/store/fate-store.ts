import type { OutgoingEvent } from '@earshot/event-bus';
import { otherLanguageCodes } from '@earshot/text';
import { insertFirst, outboxPush } from '@earshot/service-kit';
import type { CloseQuery, FateStore, KnownQuery } from '../domain/funnel.ts';
import type { ScanJob } from '../domain/job.ts';
import type { FoundPost } from '../domain/verdict.ts';
import { keyOf, keyOfVerdict, type VerdictDocument, type VerdictModel } from './verdict-schema.ts';
import { documentOf, keptUntil, verdictOf } from './verdict-store.ts';
import { communityKey } from '../domain/community.ts';

export interface FateStoreDeps {
  readonly model: VerdictModel;
  /** The event that requests a lead for a post that the user kept. */
  readonly keptAsLeadEvent: (job: ScanJob, found: FoundPost) => OutgoingEvent;
  readonly notify: () => void;
}

const listed = { outbox: 0, outboxAt: 0 } as const;

/** Reads the posts of a scan from the verdicts in MongoDB, each list in the order of an index. */
export function fateStore(deps: FateStoreDeps): FateStore {
  const { model } = deps;
  return {
    countOf: (jobId, outcome) => model.countDocuments({ jobId, outcome }),
    pageOf: async (jobId, outcome, { skip, limit }) => {
      const found = model.find({ jobId, outcome }, listed).sort({ score: -1, postCreatedAt: -1, _id: -1 });
      return (await found.skip(skip).limit(limit).lean<VerdictDocument[]>()).map(verdictOf);
    },
    languagesOf: async (jobId) => {
      const counted = otherLanguageCodes.map(async (language) => ({
        language,
        posts: await model.countDocuments({ jobId, language }),
      }));
      return (await Promise.all(counted)).filter(({ posts }) => posts > 0);
    },
    countKnown: (query) => model.countDocuments(knownFilter(query)),
    pageKnown: async (query, { skip, limit }) => {
      const found = model.find(knownFilter(query), listed).sort({ postCreatedAt: -1, _id: -1 });
      return (await found.skip(skip).limit(limit).lean<VerdictDocument[]>()).map(verdictOf);
    },
    close: async (query, limit) => {
      const found = model.find(closeFilter(query), listed).sort({ score: -1, postCreatedAt: -1, _id: -1 });
      return (await found.limit(limit).lean<VerdictDocument[]>()).map(verdictOf);
    },
    find: async (userId, businessVersion, posts) => {
      const ids = posts.map((post) => keyOf(userId, businessVersion, post));
      return (await model.find({ _id: { $in: ids } }, listed).lean<VerdictDocument[]>()).map(verdictOf);
    },
    keepAsLead: (job, kept, isNew) => keepAsLead(deps, job, kept, isNew),
  };
}

function knownFilter({ userId, businessVersion, communities, since, beforeJob }: KnownQuery) {
  return {
    userId,
    businessVersion,
    postCreatedAt: { $gt: since },
    communityKey: { $in: communities.map(communityKey) },
    jobId: { $lt: beforeJob },
  };
}

function closeFilter({ userId, businessVersion, communities, since, upToJob }: CloseQuery) {
  return {
    userId,
    businessVersion,
    outcome: 'below' as const,
    communityKey: { $in: communities.map(communityKey) },
    postCreatedAt: { $gt: since },
    jobId: { $lte: upToJob },
    rescuedAt: { $exists: false },
  };
}

async function keepAsLead(
  { model, keptAsLeadEvent, notify }: FateStoreDeps,
  job: ScanJob,
  kept: FoundPost & { readonly rescuedAt: Date },
  isNew: boolean,
): Promise<boolean> {
  const event = keptAsLeadEvent(job, kept);
  const done = isNew ? await insert(model, kept, event) : await mark(model, kept, event);
  if (done) notify();
  return done;
}

async function mark(
  model: VerdictModel,
  kept: FoundPost & { readonly rescuedAt: Date },
  event: OutgoingEvent,
): Promise<boolean> {
  const { jobId, outcome, rescuedAt } = kept;
  const seen = { _id: keyOfVerdict(kept), jobId, outcome, rescuedAt: { $exists: false } };
  // The post no longer waits, so that the next scan does not take it over.
  const update = { $set: { rescuedAt, evidence: kept.evidence }, $unset: { waits: 1 }, ...outboxPush([event]) };
  const { matchedCount } = await model.updateOne(seen, update);
  return matchedCount === 1;
}

/** The verdict expires after the usual time, counted from when the user kept it as a lead: its post is too old to count from the post's creation. */
async function insert(
  model: VerdictModel,
  kept: FoundPost & { readonly rescuedAt: Date },
  event: OutgoingEvent,
): Promise<boolean> {
  const document = documentOf({ ...kept, score: null }, [event]);
  return insertFirst(model, { ...document, expiresAt: keptUntil(kept.rescuedAt) });
}
