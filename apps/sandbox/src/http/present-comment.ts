import type { Community, Post } from '../domain/types.ts';
import type { Comment } from '../domain/write.ts';
import { permalinkOf } from './present-post.ts';
import type { Json } from './reply.ts';

/** A `t1` thing. `post` is null when a newer set of posts no longer contains it. */
export function presentComment(comment: Comment, post: Post | null, community: Community | null): Json {
  const permalink = post === null ? `/comments/${comment.postId}/_/` : permalinkOf(post);
  return {
    kind: 't1',
    data: {
      name: `t1_${comment.id}`,
      id: comment.id,
      link_id: `t3_${comment.postId}`,
      parent_id: comment.parent,
      subreddit: community?.name ?? comment.community,
      author: comment.author,
      body: comment.body,
      permalink: `${permalink}${comment.id}/`,
      score: 1,
      created_utc: comment.createdAt,
    },
  };
}
