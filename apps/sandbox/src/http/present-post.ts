import { hashOf } from '../domain/hash.ts';
import { htmlOf, slugOf } from '../domain/markup.ts';
import type { Community, Post } from '../domain/types.ts';
import type { Json } from './reply.ts';

/** The `t2_` fullname of an account. It is derived from the name, so it never changes. */
export const accountFullname = (author: string): string =>
  `t2_${hashOf(`account:${author.toLowerCase()}`).toString(36)}`;

export const permalinkOf = (post: Post): string => `/r/${post.community}/comments/${post.id}/${slugOf(post.title)}/`;

/** Fields with the same value for every text post. The set of fields is that of 2026. */
const CONSTANT_FIELDS = {
  approved_at_utc: null,
  saved: false,
  mod_reason_title: null,
  gilded: 0,
  clicked: false,
  hidden: false,
  pwls: 6,
  downs: 0,
  thumbnail_height: null,
  top_awarded_type: null,
  hide_score: false,
  quarantine: false,
  link_flair_text_color: 'dark',
  author_flair_background_color: null,
  total_awards_received: 0,
  media_embed: {},
  thumbnail_width: null,
  author_flair_template_id: null,
  is_original_content: false,
  user_reports: [],
  secure_media: null,
  is_reddit_media_domain: false,
  is_meta: false,
  category: null,
  secure_media_embed: {},
  can_mod_post: false,
  approved_by: null,
  is_created_from_ads_ui: false,
  author_premium: false,
  edited: false,
  author_flair_css_class: null,
  author_flair_richtext: [],
  gildings: {},
  content_categories: null,
  subreddit_type: 'public',
  wls: 6,
  removed_by_category: null,
  banned_by: null,
  author_flair_type: 'text',
  allow_live_comments: false,
  likes: null,
  suggested_sort: null,
  banned_at_utc: null,
  view_count: null,
  archived: false,
  no_follow: false,
  is_crosspostable: false,
  pinned: false,
  all_awardings: [],
  awarders: [],
  media_only: false,
  can_gild: false,
  spoiler: false,
  locked: false,
  author_flair_text: null,
  treatment_tags: [],
  visited: false,
  removed_by: null,
  mod_note: null,
  distinguished: null,
  author_is_blocked: false,
  mod_reason_by: null,
  num_reports: null,
  removal_reason: null,
  link_flair_background_color: '',
  is_robot_indexable: true,
  report_reasons: null,
  discussion_type: null,
  send_replies: true,
  contest_mode: false,
  mod_reports: [],
  author_patreon_flair: false,
  author_flair_text_color: null,
  stickied: false,
  num_crossposts: 0,
  media: null,
  is_video: false,
} as const;

function domainOf(post: Post): string {
  if (post.url === null) return `self.${post.community}`;
  return URL.canParse(post.url) ? new URL(post.url).hostname.replace(/^www\./, '') : '';
}

/** A `t3` thing. Its links point to www.reddit.com, as clients expect. */
export function presentPost(post: Post, community: Community | null): Json {
  const permalink = permalinkOf(post);
  const url = post.url ?? `https://www.reddit.com${permalink}`;
  return {
    kind: 't3',
    data: {
      ...CONSTANT_FIELDS,
      subreddit: post.community,
      selftext: post.selftext,
      author_fullname: accountFullname(post.author),
      title: post.title,
      link_flair_richtext: post.flair === null ? [] : [{ e: 'text', t: post.flair }],
      subreddit_name_prefixed: `r/${post.community}`,
      link_flair_css_class: post.flair === null ? null : '',
      name: `t3_${post.id}`,
      // A stable ratio between 0.62 and 0.99 that increases with the score.
      upvote_ratio: Math.min(0.99, Math.round(62 + Math.log2(Math.max(post.score, 1)) * 5) / 100),
      ups: post.score,
      link_flair_text: post.flair,
      score: post.score,
      thumbnail: post.url === null ? 'self' : 'default',
      is_self: post.url === null,
      created: post.createdAt,
      link_flair_type: post.flair === null ? 'text' : 'richtext',
      domain: domainOf(post),
      selftext_html: htmlOf(post.selftext),
      ...(post.url === null ? {} : { url_overridden_by_dest: post.url, post_hint: 'link' }),
      over_18: post.over18,
      ...(post.flair === null ? {} : { link_flair_template_id: flairTemplateId(post.flair) }),
      subreddit_id: community === null ? null : `t5_${community.id}`,
      id: post.id,
      author: post.author,
      num_comments: post.numComments,
      permalink,
      url,
      subreddit_subscribers: community?.subscribers ?? 0,
      created_utc: post.createdAt,
    },
  };
}

function flairTemplateId(flair: string): string {
  const hex = (salt: string): string => hashOf(`${salt}:${flair}`).toString(16).padStart(8, '0');
  return `${hex('a')}-${hex('b').slice(0, 4)}-11e6-${hex('c').slice(0, 4)}-${hex('d')}${hex('e').slice(0, 4)}`;
}
