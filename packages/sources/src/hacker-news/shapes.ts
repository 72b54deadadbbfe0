import { z } from 'zod';
import type { CommunityPost, PostState } from '../community-source.ts';
import { itemUrl } from './names.ts';
import { readableTitle } from '../readable-text.ts';
import { plainText } from '../plain-text.ts';

/** The answer of `/api/v1/search_by_date`. */
export const searchAnswer = z.object({ hits: z.array(z.unknown()) });

const count = z.number().nullish();
const text = z.string().nullish();

/** A hit, as the search API documents it. Fields of the other kind of item are missing or null. */
const hit = z.object({
  objectID: z.string().regex(/^[1-9]\d{0,14}$/),
  author: z.string().min(1).max(100),
  // Up to the last second that a Date can hold.
  created_at_i: z.number().int().min(0).max(8_640_000_000_000),
  title: text,
  story_title: text,
  story_text: text,
  comment_text: text,
  points: count,
  num_comments: count,
  _tags: z.array(z.string()),
});

/** Texts with which the site replaces removed content. */
const goneTexts = new Set(['[deleted]', '[dead]', '[flagged]']);

/** A readable hit: its time, and its post, or null if the content was removed. */
export interface ReadHit {
  readonly id: string;
  readonly atSeconds: number;
  readonly post: CommunityPost | null;
}

/** Parses one hit of a search. Returns null if it is not as documented. */
export function readHit(item: unknown, community: string): ReadHit | null {
  const parsed = hit.safeParse(item);
  if (!parsed.success) return null;
  const { data } = parsed;
  const isComment = data._tags.includes('comment');
  const title = readableTitle((isComment ? data.story_title : data.title) ?? '');
  const selftext = plainText((isComment ? data.comment_text : data.story_text) ?? '');
  const read = { id: data.objectID, atSeconds: data.created_at_i };
  if ((isComment ? selftext : title) === '' || goneTexts.has(title) || goneTexts.has(selftext))
    return { ...read, post: null };
  const post = {
    id: data.objectID,
    community,
    title: title === '' ? 'Comment on Hacker News' : title,
    selftext,
    author: data.author,
    url: itemUrl(data.objectID),
    score: Math.round(data.points ?? 0),
    comments: Math.round(data.num_comments ?? 0),
    createdAt: new Date(data.created_at_i * 1000),
  };
  return { ...read, post };
}

/** The answer of `/v0/item/<id>.json`; null for an id that the API does not know. */
export const itemAnswer = z
  .object({
    id: z.number().int(),
    deleted: z.boolean().optional(),
    dead: z.boolean().optional(),
    // Comments only.
    parent: z.number().int().positive().optional(),
    title: z.string().optional(),
    text: z.string().optional(),
    score: z.number().optional(),
    descendants: z.number().optional(),
  })
  .nullable();
export type ItemAnswer = z.output<typeof itemAnswer>;

/**
 * The state of an item. Null for an unknown id: it may belong to a new item, so it does not prove that the item is gone.
 * Authors delete items; readers' flags, moderators and the site's software kill them.
 */
export function stateOf(item: ItemAnswer): PostState | null {
  if (item === null) return null;
  if (item.deleted === true) return { kind: 'removed', by: 'author' };
  if (item.dead === true) return { kind: 'removed', by: 'moderator' };
  const selftext = plainText(item.text ?? '');
  const title = readableTitle(item.title ?? '');
  const now = {
    selftext,
    ...(title !== '' && { title }),
    ...(item.score !== undefined && { score: Math.round(item.score) }),
    ...(item.descendants !== undefined && { comments: Math.round(item.descendants) }),
  };
  return goneTexts.has(selftext) || goneTexts.has(title)
    ? { kind: 'removed', by: 'unknown' }
    : { kind: 'present', now };
}

/** Title and text of an item in plain text; null if it has none or is gone. */
export function itemText(item: ItemAnswer): string | null {
  if (item === null || stateOf(item)?.kind !== 'present') return null;
  const text = [readableTitle(item.title ?? ''), plainText(item.text ?? '')].filter((part) => part !== '').join('\n\n');
  return text === '' || goneTexts.has(text) ? null : text;
}
