import { z } from 'zod';
import type { CommunityPost, PostState } from '../community-source.ts';
import { plainText } from '../plain-text.ts';
import { readableTitle } from '../readable-text.ts';

/** The wrapper of every answer (api.stackexchange.com/docs/wrapper). */
export const wrapper = z.object({
  items: z.array(z.unknown()).default([]),
  has_more: z.boolean().default(false),
  /** Seconds for which the method may not be called again. */
  backoff: z.number().positive().optional(),
  quota_remaining: z.number().optional(),
  error_id: z.number().optional(),
  error_name: z.string().optional(),
  error_message: z.string().optional(),
});
export type Wrapper = z.output<typeof wrapper>;

/** A question with its body (filter `withbody`). */
const question = z.object({
  question_id: z.number().int().positive(),
  title: z.string(),
  body: z.string().default(''),
  link: z.url({ protocol: /^https$/ }),
  creation_date: z.number().int().min(0).max(8_640_000_000_000),
  score: z.number().default(0),
  answer_count: z.number().default(0),
  owner: z.object({ display_name: z.string().optional() }).optional(),
});

/** Questions have numbers of their site, so the id of a post names the site too. */
const postId = (site: string, number: number | string) => `${site}.${number}`;

/** Null for an item that is not as documented. */
export function readQuestion(
  item: unknown,
  { site, community }: { readonly site: string; readonly community: string },
): CommunityPost | null {
  const { data } = question.safeParse(item);
  if (data === undefined) return null;
  return {
    id: postId(site, data.question_id),
    community,
    title: readableTitle(data.title),
    selftext: plainText(data.body),
    author: readableTitle(data.owner?.display_name ?? '') || 'user',
    url: data.link,
    score: Math.round(data.score),
    comments: Math.round(data.answer_count),
    createdAt: new Date(data.creation_date * 1_000),
  };
}

/** The state of each asked question: the API leaves out those that were deleted, and does not say by whom. */
export function statesIn(items: readonly unknown[], site: string, numbers: readonly string[]): Map<string, PostState> {
  const present = new Map(
    items.flatMap((item) => {
      const post = readQuestion(item, { site, community: '' });
      return post === null ? [] : [[post.id, post] as const];
    }),
  );
  return new Map(
    numbers.map((number): [string, PostState] => {
      const id = postId(site, number);
      const post = present.get(id);
      if (post === undefined) return [id, { kind: 'removed', by: 'unknown' }];
      const { title, selftext, score, comments } = post;
      return [id, { kind: 'present', now: { title, selftext, score, comments } }];
    }),
  );
}
