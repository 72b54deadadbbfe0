import { htmlOf } from '../domain/markup.ts';
import type { Community, Post } from '../domain/types.ts';
import type { Comment } from '../domain/write.ts';
import { accountFullname, permalinkOf } from './present-post.ts';
import type { Json } from './reply.ts';

/** Fields with the same value for every recent comment. */
const CONSTANT_FIELDS = {
  total_awards_received: 0,
  approved_at_utc: null,
  awarders: [],
  mod_reason_by: null,
  banned_by: null,
  replies: '',
  author_flair_type: 'text',
  removal_reason: null,
  author_flair_template_id: null,
  likes: true,
  no_follow: false,
  user_reports: [],
  send_replies: true,
  saved: false,
  banned_at_utc: null,
  mod_reason_title: null,
  gilded: 0,
  archived: false,
  report_reasons: null,
  can_mod_post: false,
  ups: 1,
  score: 1,
  approved_by: null,
  author_premium: false,
  all_awardings: [],
  edited: false,
  downs: 0,
  author_flair_css_class: null,
  collapsed: false,
  author_flair_richtext: [],
  author_patreon_flair: false,
  collapsed_reason: null,
  gildings: {},
  associated_award: null,
  stickied: false,
  subreddit_type: 'public',
  can_gild: false,
  author_flair_text_color: null,
  score_hidden: false,
  num_reports: null,
  locked: false,
  author_flair_text: null,
  treatment_tags: [],
  rte_mode: 'markdown',
  controversiality: 0,
  author_flair_background_color: null,
  collapsed_because_crowd_control: null,
  mod_reports: [],
  mod_note: null,
  distinguished: null,
  top_awarded_type: null,
} as const;

/** A `t1` thing. `post` is null when a newer set of posts no longer contains it. */
export function presentComment(comment: Comment, post: Post | null, community: Community | null): Json {
  const name = community?.name ?? comment.community;
  const permalink = post === null ? `/comments/${comment.postId}/_/` : permalinkOf(post);
  return {
    kind: 't1',
    data: {
      ...CONSTANT_FIELDS,
      link_id: `t3_${comment.postId}`,
      author_fullname: accountFullname(comment.author),
      body_html: htmlOf(comment.body),
      id: comment.id,
      author: comment.author,
      parent_id: comment.parent,
      subreddit_id: community === null ? null : `t5_${community.id}`,
      body: comment.body,
      is_submitter: post?.author.toLowerCase() === comment.author.toLowerCase(),
      subreddit: name,
      permalink: `${permalink}${comment.id}/`,
      name: `t1_${comment.id}`,
      created: comment.createdAt,
      created_utc: comment.createdAt,
      subreddit_name_prefixed: `r/${name}`,
      link_title: post?.title ?? null,
      link_author: post?.author ?? null,
      link_permalink: `https://www.reddit.com${permalink}`,
      link_url: post?.url ?? `https://www.reddit.com${permalink}`,
      num_comments: post?.numComments ?? 0,
      over_18: post?.over18 ?? false,
      quarantine: false,
    },
  };
}
