import { slugOf } from '../domain/markup.ts';
import type { Post } from '../domain/types.ts';
import type { Json } from './reply.ts';

export const permalinkOf = (post: Post): string => `/r/${post.community}/comments/${post.id}/${slugOf(post.title)}/`;

/** A `t3` thing with the fields that clients of the API read. Its links point to www.reddit.com, as clients expect. */
export function presentPost(post: Post): Json {
  const permalink = permalinkOf(post);
  return {
    kind: 't3',
    data: {
      name: `t3_${post.id}`,
      id: post.id,
      subreddit: post.community,
      title: post.title,
      selftext: post.selftext,
      author: post.author,
      permalink,
      url: post.url ?? `https://www.reddit.com${permalink}`,
      is_self: post.url === null,
      score: post.score,
      num_comments: post.numComments,
      over_18: post.over18,
      link_flair_text: post.flair,
      removed_by_category: null,
      distinguished: null,
      stickied: false,
      created_utc: post.createdAt,
    },
  };
}
