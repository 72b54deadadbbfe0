import { readFileSync } from 'node:fs';
import { type Response, Router } from 'express';
import { z } from 'zod';

const file = new URL('./forum.json', import.meta.url);
const storedForum = z.strictObject({
  topics: z.array(z.strictObject({ id: z.number(), title: z.string(), slug: z.string() })),
  posts: z.array(
    z.strictObject({
      id: z.number().int().positive(),
      topic: z.number(),
      number: z.number(),
      by: z.string(),
      /** Age when the site opens. */
      minutesAgo: z.number().positive(),
      html: z.string(),
      replyTo: z.number().optional(),
      staff: z.literal(true).optional(),
      removedBy: z.enum(['author', 'moderator']).optional(),
    }),
  ),
});
type Forum = z.output<typeof storedForum>;
type Post = Forum['posts'][number];

/** Posts on one page of a search, as on the real site. */
const pageSize = 50;

type Found = ReturnType<typeof foundAnswer>;
/** What can go wrong with a search, by a word in it. */
const faults: Readonly<Record<string, (res: Response, found: Found) => void>> = {
  sandbox_403: (res) => res.status(403).json({ errors: ['You need to be logged in.'], error_type: 'not_logged_in' }),
  sandbox_429: (res) =>
    res
      .status(429)
      .json({ errors: ['Slow down'], error_type: 'rate_limit', extras: { wait_seconds: 12, time_left: '12 seconds' } }),
  sandbox_503: (res) => res.status(503).end(),
  sandbox_half: (res, found) => {
    const text = JSON.stringify(found);
    res.set('content-length', String(text.length)).write(text.slice(0, text.length / 2));
    setImmediate(() => res.destroy());
  },
  sandbox_silent: () => undefined,
  sandbox_page: (res) => res.type('text/html').end('<html><title>A shop</title></html>'),
  sandbox_malformed: (res, found) =>
    res.json({ ...found, posts: [{ id: 'no number' }, null, ...found.posts], topics: [7] }),
  sandbox_duplicate: (res, found) => res.json({ ...found, posts: [...found.posts, ...found.posts] }),
  sandbox_reordered: (res, found) => res.json({ ...found, posts: found.posts.toReversed() }),
};

/**
 * Stands in for a Discourse forum: search, posts by id and by number, as docs.discourse.org describes them. A word of
 * `faults` in a search makes it fail; the other words decide what it finds.
 */
export function discourseRouter({ clock }: { readonly clock: () => number }): Router {
  const forum = storedForum.parse(JSON.parse(readFileSync(file, 'utf8')));
  const openedAt = clock();
  const shown = (post: Post) => presentedPost(post, { forum, openedAt });
  const router = Router();
  router.get('/search.json', (req, res) => {
    const query = new URL(req.url, 'http://site').searchParams;
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
    const wanted = words.filter((word) => !word.includes(':') && !Object.hasOwn(faults, word));
    const found = forum.posts
      .filter((post) => post.removedBy === undefined && wanted.every((word) => textOf(post, forum).includes(word)))
      .sort((one, other) => one.minutesAgo - other.minutesAgo);
    const page = Number(query.get('page') ?? 1);
    const answer = foundAnswer(found.map(shown), { forum, page, term: query.get('q') ?? '' });
    const fault = words.map((word) => faults[word]).find((one) => one !== undefined);
    if (fault === undefined) res.json(answer);
    else fault(res, answer);
  });
  router.get('/posts/by_number/:topic/:number.json', ({ params: { topic, number } }, res) => {
    answerPost(
      res,
      forum.posts.find((post) => post.topic === Number(topic) && post.number === Number(number)),
    );
  });
  router.get('/posts/:id.json', ({ params: { id } }, res) => {
    answerPost(
      res,
      forum.posts.find((post) => post.id === Number(id)),
    );
  });
  const answerPost = (res: Response, post: Post | undefined) => {
    // Visitors do not see what a moderator removed.
    if (post === undefined || post.removedBy === 'moderator')
      return res.status(404).json({ errors: ['The requested URL or resource could not be found.'] });
    return res.json(shown(post));
  };
  return router;
}

function textOf({ html, topic }: Post, { topics }: Forum): string {
  return `${topics.find(({ id }) => id === topic)?.title ?? ''} ${html}`.toLowerCase();
}

function foundAnswer(
  all: readonly ReturnType<typeof presentedPost>[],
  { forum, page, term }: { readonly forum: Forum; readonly page: number; readonly term: string },
) {
  const some = all.slice((page - 1) * pageSize, page * pageSize);
  const posts = some.map(({ id, name, username, avatar_template, created_at, post_number, topic_id, cooked }) => ({
    id,
    name,
    username,
    avatar_template,
    created_at,
    post_number,
    topic_id,
    like_count: 0,
    blurb: withoutTags(cooked).slice(0, 80),
  }));
  const topics = forum.topics
    .filter(({ id }) => some.some(({ topic_id: topic }) => topic === id))
    .map(({ id, title, slug }) => ({ id, title, fancy_title: title, slug, posts_count: 2 }));
  return {
    posts,
    topics,
    users: [],
    categories: [],
    tags: [],
    groups: [],
    grouped_search_result: {
      more_posts: null,
      more_users: null,
      more_categories: null,
      term,
      search_log_id: 1,
      more_full_page_results: all.length > page * pageSize ? 'true' : null,
      can_create_topic: false,
      error: null,
      post_ids: posts.map(({ id }) => id),
      user_ids: [],
      category_ids: [],
      tag_ids: [],
      group_ids: [],
    },
  };
}

/** What the documentation requires and Earshot does not read. */
const sameForAll = {
  primary_group_name: null,
  flair_name: null,
  flair_url: null,
  flair_bg_color: null,
  flair_color: null,
  user_title: null,
  edit_reason: null,
  reviewable_id: null,
  deleted_at: null,
  posts_count: 2,
  reply_count: 0,
  quote_count: 0,
  incoming_link_count: 0,
  reads: 3,
  readers_count: 2,
  score: 1.5,
  version: 1,
  yours: false,
  can_edit: false,
  can_delete: false,
  can_recover: false,
  can_wiki: false,
  can_view_edit_history: false,
  bookmarked: false,
  admin: false,
  hidden: false,
  trust_level: 1,
  wiki: false,
  reviewable_score_count: 0,
  reviewable_score_pending_count: 0,
};

function presentedPost(
  { id, topic, number, by, minutesAgo, html, replyTo, staff, removedBy }: Post,
  { forum, openedAt }: { readonly forum: Forum; readonly openedAt: number },
) {
  const createdAt = new Date(openedAt - minutesAgo * 60_000).toISOString();
  const slug = forum.topics.find((one) => one.id === topic)?.slug ?? '';
  return {
    ...sameForAll,
    id,
    name: by,
    username: by,
    avatar_template: `/letter_avatar_proxy/v4/letter/${by.charAt(0)}/3d9bf3/{size}.png`,
    created_at: createdAt,
    updated_at: createdAt,
    cooked: html,
    raw: withoutTags(html),
    post_number: number,
    post_type: 1,
    reply_to_post_number: replyTo === undefined ? null : String(replyTo),
    topic_id: topic,
    topic_slug: slug,
    post_url: `/t/${slug}/${topic}/${number}`,
    actions_summary: [{ id: 2, count: 4 }],
    moderator: staff === true,
    staff: staff === true,
    user_id: id,
    user_deleted: removedBy === 'author',
  };
}

function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, '');
}
