import { outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { Lead, LeadPost } from '../domain/lead.ts';
import { leadTerms, openRank } from '../domain/list-keys.ts';
import { isConcerned, isJudgedFor, type RejudgeRepository } from '../domain/rejudge-lead.ts';
import { judgedForFields, leadOf } from './lead-document.ts';
import { listed } from './lead-pages.ts';
import type { LeadDocument } from './lead-schema.ts';

/** The lead of a post; null if it has none. */
export async function leadOfPost(
  model: Model<LeadDocument>,
  userId: UserId,
  { source, postId }: LeadPost,
): Promise<Lead | null> {
  const found = await model.find({ userId, redditPostId: postId }).lean().exec();
  return found.map(leadOf).find((one) => one.source === source) ?? null;
}

/** Reads and changes the leads that a new judgement concerns. */
export function rejudgeStore(model: Model<LeadDocument>): RejudgeRepository {
  return {
    toJudge: async (userId, { judgedFor, after, limit }) => {
      const page = model.find({ userId, ...(after !== null && { _id: { $gt: after } }) }, listed);
      const read = (await page.sort({ _id: 1 }).limit(limit).lean().exec()).map(leadOf);
      const leads = read.filter((lead) => isConcerned(lead) && !isJudgedFor(lead, judgedFor));
      return { leads, next: (read.length === limit && read.at(-1)?.id) || null };
    },
    withdrawn: async (userId, limit) => {
      // The lower end keeps the leads without a withdrawal out of the range of the index.
      const filter = { userId, 'withdrawn.at': { $gt: new Date(0) }, status: 'skipped' as const };
      const newest = model.find(filter, listed).sort({ 'withdrawn.at': -1, _id: -1 }).limit(limit);
      const [found, total] = await Promise.all([newest.lean().exec(), model.countDocuments(filter).exec()]);
      return { leads: found.map(leadOf), total };
    },
    findOfPost: (userId, post) => leadOfPost(model, userId, post),
    rejudge: async (before, after, events) => {
      const { id, userId, status, score, revision } = before;
      const current = revision === 0 ? { $in: [0, null] } : revision;
      const seen = { _id: id, userId, status, score, revision: current, removed: { $exists: false } };
      const { title, content, relevance, matchReason, aiAnalysis, judgedFor, withdrawn } = after;
      const isEdited = title !== before.title || content !== before.content;
      const update = {
        $set: {
          relevance,
          matchReason,
          aiAnalysis,
          score: after.score,
          status: after.status,
          revision: after.revision,
          ...(isEdited && { title, content, terms: leadTerms(after) }),
          ...judgedForFields(judgedFor),
          ...(withdrawn !== null && { withdrawn }),
        },
        $unset: {
          ...(withdrawn === null && { withdrawn: 1 as const }),
          ...(judgedFor.learnedVersion === null && { learnedVersion: 1 as const }),
        },
        $inc: { openRank: openRank(after) - openRank(before) },
        ...outboxPush(events),
      };
      const { matchedCount } = await model.updateOne(seen, update).exec();
      return matchedCount === 1;
    },
  };
}
