import { z } from 'zod';
import type { CommunityPost, PostState } from '../community-source.ts';
import { plainText } from '../plain-text.ts';
import { readableTitle } from '../readable-text.ts';
import { hostOf } from './names.ts';

/** The answer of `/search.json` (docs.discourse.org). Without a result there is no group. */
export const searchAnswer = z.object({
  posts: z.array(z.unknown()),
  topics: z.array(z.unknown()).default([]),
  grouped_search_result: z.object({ more_full_page_results: z.unknown() }).nullable(),
});

/** A post as a search lists it: with an excerpt in place of its text. */
const foundPost = z.object({
  id: z.number().int().positive(),
  topic_id: z.number().int().positive(),
  created_at: z.iso.datetime({ offset: true }),
});
export type FoundPost = z.output<typeof foundPost>;

const topic = z.object({ id: z.number().int().positive(), title: z.string() });

/** A post with its text, as `/posts/<id>.json` returns it. */
export const fullPost = z.object({
  id: z.number().int().positive(),
  username: z.string().min(1).max(100),
  created_at: z.iso.datetime({ offset: true }),
  cooked: z.string(),
  post_number: z.number().int().positive(),
  /** 1 for what people write. The others are actions of moderators and notes to them. */
  post_type: z.number(),
  topic_id: z.number().int().positive(),
  topic_slug: z.string(),
  reply_count: z.number().default(0),
  // The documentation says string; forums send a number.
  reply_to_post_number: z.coerce.number().nullish(),
  actions_summary: z.array(z.object({ id: z.number(), count: z.number().default(0) })).default([]),
  staff: z.boolean().default(false),
  hidden: z.boolean().default(false),
  deleted_at: z.string().nullish(),
  user_deleted: z.boolean().default(false),
});
export type FullPost = z.output<typeof fullPost>;

/** The id of an action of `actions_summary`. */
const like = 2;
const regular = 1;

/** Posts that a search found, with the titles of their topics. `broken` counts those that are not as documented. */
export function readFound({ posts, topics }: z.output<typeof searchAnswer>) {
  const found = posts.flatMap((item) => foundPost.safeParse(item).data ?? []);
  const titles = new Map(
    topics.flatMap((item) => {
      const { data } = topic.safeParse(item);
      return data === undefined ? [] : [[data.id, readableTitle(data.title)] as const];
    }),
  );
  return { found, titles, broken: posts.length - found.length };
}

/** Posts have numbers of their forum, so the id of a post names the forum too. */
const postId = (forum: string, number: number) => `${forum}/p/${number}`;

/** The forum and the number of an id that `postId` made. */
export function postIn(id: string): { readonly forum: string; readonly number: string } {
  const at = id.lastIndexOf('/p/');
  return { forum: id.slice(0, at), number: id.slice(at + 3) };
}

/** Null for what nobody may read any more, and for what no person wrote. */
export function readPost(
  post: FullPost,
  { forum, community, title }: { readonly forum: string; readonly community: string; readonly title: string },
): CommunityPost | null {
  const selftext = plainText(post.cooked);
  if (isGone(post) || post.post_type !== regular || selftext === '') return null;
  return {
    id: postId(forum, post.id),
    community,
    title: title === '' ? `Post on ${hostOf(forum)}` : title,
    selftext,
    author: post.username,
    url: `${forum}/t/${post.topic_slug || '-'}/${post.topic_id}/${post.post_number}`,
    score: likesOf(post),
    comments: Math.round(post.reply_count),
    createdAt: new Date(post.created_at),
    ...(post.staff && { official: true as const }),
  };
}

export function stateOf(post: FullPost): PostState {
  if (post.user_deleted) return { kind: 'removed', by: 'author' };
  if (isGone(post)) return { kind: 'removed', by: 'moderator' };
  const now = { selftext: plainText(post.cooked), score: likesOf(post), comments: Math.round(post.reply_count) };
  return { kind: 'present', now };
}

function isGone({ hidden, user_deleted: byAuthor, deleted_at: deletedAt }: FullPost): boolean {
  return hidden || byAuthor || (deletedAt ?? null) !== null;
}

function likesOf({ actions_summary: actions }: FullPost): number {
  return Math.round(actions.find(({ id }) => id === like)?.count ?? 0);
}
