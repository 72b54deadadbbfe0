import type { OutgoingEvent } from '@earshot/event-bus';
import { duplicateKeyPositions, outboxOf, outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { AdmissionRepository } from '../domain/admit-found-posts.ts';
import type { Contact, LeadStatusRepository, StatusChange } from '../domain/change-lead-status.ts';
import {
  exportedFields,
  type ExportedLead,
  type ExportQuery,
  type LeadExportRepository,
} from '../domain/export-leads.ts';
import { type Lead, type LeadPost, type Place, postKey } from '../domain/lead.ts';
import { scoreRank, statusRank } from '../domain/list-keys.ts';
import { type LeadListing, type LeadListQuery, type LeadListRepository, orderOf } from '../domain/list-leads.ts';
import type { LeadRatingRepository, RatingChange } from '../domain/rate-lead.ts';
import type { RejudgeRepository } from '../domain/rejudge-lead.ts';
import type { RescoreRepository } from '../domain/rescore-lead.ts';
import type { SampleRepository } from '../domain/samples.ts';
import type { WrittenPost } from '../domain/same-post.ts';
import { filterOf, listed, readPage, sortOf } from './lead-pages.ts';
import { documentOf, leadOf, placeDocumentOf, placeOfDocument } from './lead-document.ts';
import type { LeadDocument } from './lead-schema.ts';
import { leadOfPost, rejudgeStore } from './rejudge-store.ts';

export type LeadStore = AdmissionRepository &
  LeadStatusRepository &
  LeadRatingRepository &
  RescoreRepository &
  RejudgeRepository &
  LeadListRepository &
  LeadExportRepository &
  SampleRepository;

/** Leads in MongoDB, unique by user, source and post; each change and its event are one write. */
export function leadStore(model: Model<LeadDocument>): LeadStore {
  return {
    find: async (userId, id) => {
      const found = await model.findOne({ _id: id, userId }).lean().exec();
      return found && leadOf(found);
    },
    jobsOf: (userId, posts) => jobsOf(model, userId, posts),
    writtenBy: (userId, authors) => writtenBy(model, userId, authors),
    leadWithout: (userId, of, place) => leadWithout(model, userId, of, place),
    addPlace: (userId, leadId, place, event) => addPlace(model, { userId, leadId }, place, event),
    insert: async (admitted) => {
      const documents = admitted.map(({ lead, event }) => ({ ...documentOf(lead), ...outboxOf([event]) }));
      // `documentOf` creates documents that need no casting, which takes more time than all else of the insert.
      const refused = await model.insertMany(documents, { ordered: false, lean: true }).then(
        () => [],
        (error: unknown) => duplicateKeyPositions(error),
      );
      return refused.flatMap((position) => admitted[position] ?? []);
    },
    findProvisional: async (userId, post) => {
      const lead = await leadOfPost(model, userId, post);
      return lead?.aiAnalysis.provisional === true && lead.removed === null ? lead : null;
    },
    rescore: (lead, before, event) => rescore(model, lead, before, event),
    ...rejudgeStore(model),
    findWithMessages: async (userId, id) => {
      const found = await model.findOne({ _id: id, userId }).lean().exec();
      return found && { lead: leadOf(found), sentMessages: found.sentMessages ?? [] };
    },
    changeStatus: (change, contact, event, before) => changeStatus(model, change, contact, event, before),
    rate: (change, event) => rate(model, change, event),
    noteMessage: async (userId, id, messageId) => {
      await model.updateOne({ _id: id, userId }, { $addToSet: { sentMessages: messageId } }).exec();
    },
    contactOf: async (userId, id, revision) => {
      const found = await model.findOne({ _id: id, userId }, { contacts: 1 }).lean().exec();
      return found?.contacts?.find((contact) => contact.revision === revision) ?? null;
    },
    list: (userId, wanted) => list(model, userId, wanted),
    findSome: async (userId, ids) => {
      const found = await model
        .find({ _id: { $in: [...ids] }, userId }, listed)
        .lean()
        .exec();
      return found.map(leadOf);
    },
    all: (userId, wanted) => all(model, userId, wanted),
    removeSamples: (userId) => removeSamples(model, userId),
  };
}

/** A lead whose event is not published stays, because a scan waits for it. */
async function removeSamples(model: Model<LeadDocument>, userId: UserId): Promise<void> {
  await model.deleteMany({ userId, source: 'sample', outboxAt: { $exists: false } }).exec();
}

async function jobsOf(
  model: Model<LeadDocument>,
  userId: UserId,
  posts: readonly LeadPost[],
): Promise<ReadonlyMap<string, string>> {
  const filter = { userId, redditPostId: { $in: posts.map(({ postId }) => postId) } };
  const found = await model.find(filter, { redditPostId: 1, source: 1, jobId: 1 }).lean().exec();
  return new Map(found.map(({ jobId, redditPostId: postId, source }) => [postKey({ source, postId }), jobId]));
}

const writtenFields = ['source', 'redditPostId', 'author', 'title', 'content', 'postCreatedAt', 'alsoIn'];

async function writtenBy(
  model: Model<LeadDocument>,
  userId: UserId,
  authors: readonly string[],
): Promise<WrittenPost[]> {
  const found = model.find({ userId, author: { $in: [...authors] } }, writtenFields.join(' '));
  const leads = await found.sort({ createdAt: 1, _id: 1 }).lean().exec();
  return leads.map(({ source, redditPostId: postId, author, title, content, postCreatedAt, alsoIn = [] }) => {
    return { source, postId, author, title, content, postCreatedAt, alsoIn: alsoIn.map(placeOfDocument) };
  });
}

async function leadWithout(
  model: Model<LeadDocument>,
  userId: UserId,
  { source, postId }: LeadPost,
  place: Place,
): Promise<string | null> {
  const found = await model
    .findOne({ userId, redditPostId: postId, source, ...without(place) }, { _id: 1 })
    .lean()
    .exec();
  return found?._id ?? null;
}

async function addPlace(
  model: Model<LeadDocument>,
  { userId, leadId }: { readonly userId: UserId; readonly leadId: LeadId },
  place: Place,
  event: OutgoingEvent,
): Promise<void> {
  const { $push, ...outboxFields } = outboxPush([event]);
  const update = { ...outboxFields, $push: { ...$push, alsoIn: placeDocumentOf(place) } };
  await model.updateOne({ _id: leadId, userId, ...without(place) }, update).exec();
}

/** The condition that a lead does not have the place. */
function without({ source, postId }: Place) {
  return { alsoIn: { $not: { $elemMatch: { source, redditPostId: postId } } } };
}

/** The number of contacts kept per lead. Services ask for a contact within moments of its event. */
const keptContacts = 20;

async function changeStatus(
  model: Model<LeadDocument>,
  { leadId, userId, from, to, revision, messageId, variant, keeps }: StatusChange,
  contact: Contact | null,
  event: OutgoingEvent,
  { removed }: Pick<Lead, 'removed'>,
): Promise<Lead | null> {
  const before = revision - 1;
  const filter = {
    _id: leadId,
    userId,
    status: from,
    revision: before === 0 ? { $in: [0, null] } : before,
    removed: { $exists: removed !== null },
    ...(messageId !== null && { sentMessages: { $ne: messageId } }),
  };
  const { $push, ...outboxFields } = outboxPush([event]);
  const contacts = contact && { $each: [{ ...contact, revision }], $slice: -keptContacts };
  const update = {
    ...(keeps && { $unset: { withdrawn: 1 as const } }),
    $set: {
      status: to,
      revision,
      ...(keeps && { isKept: true as const }),
      ...(variant !== null && { variant, variantRevision: revision }),
    },
    // The status and the score change independently, so neither write sets the sum.
    $inc: { openRank: statusRank(to) - statusRank(from) },
    ...outboxFields,
    $push: { ...$push, ...(contacts && { contacts }) },
    ...(messageId !== null && { $addToSet: { sentMessages: messageId } }),
  };
  const changed = await model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec();
  return changed && leadOf(changed);
}

async function rescore(
  model: Model<LeadDocument>,
  { id, userId, score, relevance, matchReason, aiAnalysis }: Lead,
  before: number,
  event: OutgoingEvent,
): Promise<void> {
  const provisional = { _id: id, userId, 'aiAnalysis.provisional': true, removed: { $exists: false } };
  const update = {
    $set: { score, relevance, matchReason, aiAnalysis },
    $inc: { openRank: scoreRank(score) - scoreRank(before) },
    ...outboxPush([event]),
  };
  await model.updateOne(provisional, update).exec();
}

async function rate(
  model: Model<LeadDocument>,
  { leadId, userId, rating, revision }: RatingChange,
  event: OutgoingEvent,
): Promise<Lead | null> {
  const before = revision - 1;
  const filter = { _id: leadId, userId, ratings: before === 0 ? { $in: [0, null] } : before };
  const update = {
    $set: { ratings: revision, ...(rating !== null && { rating }) },
    ...(rating === null && { $unset: { rating: 1 as const } }),
    ...outboxPush([event]),
  };
  const rated = await model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec();
  return rated && leadOf(rated);
}

async function list(model: Model<LeadDocument>, userId: UserId, wanted: LeadListQuery): Promise<LeadListing> {
  const { documents, total } = await readPage(model, filterOf(userId, wanted), wanted);
  return { leads: documents.map(leadOf), total };
}

const exportedDocumentFields = [
  ...exportedFields.map((field) => (field === 'community' ? 'subreddit' : field)),
  'removed',
];

/** Leads per batch: the most held in memory, and the most read for nothing when the caller disconnects. */
const exportBatch = 100;

async function* all(
  model: Model<LeadDocument>,
  userId: UserId,
  wanted: ExportQuery,
): AsyncGenerator<ExportedLead, void> {
  const found = model.find(filterOf(userId, wanted), exportedDocumentFields.join(' ')).sort(sortOf(orderOf(wanted)));
  const cursor = found.lean().cursor({ batchSize: exportBatch });
  try {
    for (let next = await cursor.next(); next !== null; next = await cursor.next()) {
      const { _id: id, title, subreddit: community, author, score, relevance, status, matchReason, url } = next;
      const { createdAt, postCreatedAt, source, removed = null } = next;
      const times = { createdAt, postCreatedAt };
      yield { id, title, community, author, score, relevance, status, matchReason, url, ...times, source, removed };
    }
  } finally {
    await cursor.close();
  }
}
