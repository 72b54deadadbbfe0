import { type ForgetPlace, type ForgetPost, upsertAtLast } from '@earshot/service-kit';
import { postKey } from '../domain/lead.ts';
import type { RemovedPosts } from '../domain/removed-posts.ts';
import { forgetInLeads } from './forget-lead-post.ts';
import { removedPostModel } from './removed-post-schema.ts';

/** Remembers the post, so that an event from before its removal makes no lead of it. */
export const rememberRemoved: ForgetPost = async ({ source, postId, by, at }, { documents }) => {
  const _id = postKey({ source, postId });
  const model = removedPostModel(documents);
  await upsertAtLast(() => model.updateOne({ _id }, { $setOnInsert: { by, at } }, { upsert: true }).exec());
};

/** Removed posts in MongoDB; old ones expire. */
export function removedPostStore(place: ForgetPlace): RemovedPosts {
  const model = removedPostModel(place.documents);
  return {
    among: async (posts) => {
      if (posts.length === 0) return new Map();
      const byKey = new Map(posts.map((post) => [postKey(post), post]));
      const found = await model
        .find({ _id: { $in: [...byKey.keys()] } })
        .lean()
        .exec();
      return new Map(
        found.flatMap(({ _id, by, at }) => {
          const post = byKey.get(_id);
          return post === undefined ? [] : [[_id, { source: post.source, postId: post.postId, by, at }]];
        }),
      );
    },
    forget: ({ source, postId, by, at }) => forgetInLeads({ source, postId, by, at, lead: null }, place),
  };
}
