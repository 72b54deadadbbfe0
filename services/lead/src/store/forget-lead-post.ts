import { type ForgetPlace, type ForgetPost, outboxPush, type RemovedPost } from '@earshot/service-kit';
import { create, LeadPostRemovedSchema, PostRemover } from '@earshot/proto/events';
import { urlWithoutTitle } from '@earshot/sources';
import type { Model } from 'mongoose';
import { leadTerms } from '../domain/list-keys.ts';
import type { LeadDocument } from './lead-schema.ts';
import { leadModels } from './models.ts';

const removers: Readonly<Record<RemovedPost['by'], PostRemover>> = {
  author: PostRemover.AUTHOR,
  moderator: PostRemover.MODERATOR,
  site: PostRemover.SITE,
  age: PostRemover.AGE,
  unknown: PostRemover.UNSPECIFIED,
};

/**
 * Removes the words of a post from the leads of all users that were made of it, and its place from the leads that it repeats.
 * Date, community, score, status and the user's own messages stay. The event tells other services to forget the words, too.
 */
export const forgetInLeads: ForgetPost = async (removed, place) => {
  const { source, postId } = removed;
  const model = leadModels(place.documents).lead;
  const found = model
    .find({ redditPostId: postId, source, removed: { $exists: false } })
    .lean<LeadDocument[]>()
    .cursor();
  for await (const lead of found) await forgetInLead(model, lead, removed, place);
  const copy = { source, redditPostId: postId };
  await model.updateMany({ alsoIn: { $elemMatch: copy } }, { $pull: { alsoIn: copy } }).exec();
};

/** Repeats the write if the user has changed the status in the meantime, which may store another message. */
async function forgetInLead(
  model: Model<LeadDocument>,
  lead: LeadDocument,
  removed: RemovedPost,
  { event }: ForgetPlace,
): Promise<void> {
  const { _id, userId } = lead;
  const { source, postId, by } = removed;
  const value = create(LeadPostRemovedSchema, { leadId: _id, source, postId, by: removers[by] });
  const gone = event({ userId, payload: { case: 'leadPostRemoved', value } });
  for (let current: LeadDocument | null = lead; current !== null;) {
    const revision = current.revision ?? { $exists: false };
    const update = { ...without(current, removed), ...outboxPush([gone]) };
    const { matchedCount } = await model.updateOne({ _id, revision, removed: { $exists: false } }, update).exec();
    if (matchedCount === 1) return;
    current = await model
      .findOne({ _id, removed: { $exists: false } })
      .lean<LeadDocument>()
      .exec();
  }
}

/** The update that leaves nothing of the post's words. */
function without({ url, withdrawn, contacts = [] }: LeadDocument, { source, by, at }: RemovedPost) {
  const nothing = { title: '', content: '', author: '' };
  const own = contacts.map((contact) => ({
    ...contact,
    redditPostTitle: '',
    redditPostUrl: urlWithoutTitle(source, contact.redditPostUrl),
  }));
  return {
    $set: {
      ...nothing,
      matchReason: '',
      'aiAnalysis.parts': [],
      terms: leadTerms({ ...nothing, source }),
      url: urlWithoutTitle(source, url),
      removed: { by, at },
      ...(withdrawn && { 'withdrawn.reason': 'The post was removed.' }),
      ...(contacts.length > 0 && { contacts: own }),
    },
    $unset: { editedAt: 1 as const },
  };
}
