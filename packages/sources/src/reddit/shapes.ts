import { z } from 'zod';
import { readableText, readableTitle } from '../readable-text.ts';
import type { CommunityAbout, CommunityPost, CommunityRule, PostState, RemovedBy } from '../community-source.ts';

/** Texts with which the site replaces a removed text. */
const removedTexts = new Set(['[removed]', '[deleted]']);
const nobody = '[deleted]';

export const listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({ after: z.string().nullish(), children: z.array(z.unknown()) }),
});

// If their shape is unexpected, they are dropped and the post is kept.
const attachments = {
  poll_data: z
    .object({ options: z.array(z.object({ text: z.string() })) })
    .nullish()
    .catch(null),
  gallery_data: z
    .object({ items: z.array(z.object({ caption: z.string().nullish() })) })
    .nullish()
    .catch(null),
};

const thing = z.object({
  kind: z.literal('t3'),
  data: z.object({
    name: z.string().regex(/^t3_[a-z0-9]+$/),
    subreddit: z.string().min(1),
    title: z.string(),
    selftext: z.string().nullish(),
    author: z.string().nullish(),
    permalink: z.string().nullish(),
    score: z.number().nullish(),
    num_comments: z.number().nullish(),
    created_utc: z.number().min(0).max(8_640_000_000_000),
    removed_by_category: z.string().nullish(),
    ...attachments,
    crosspost_parent_list: z
      .array(
        z.object({
          title: z.string(),
          selftext: z.string().nullish(),
          removed_by_category: z.string().nullish(),
          ...attachments,
        }),
      )
      .nullish()
      .catch(null),
    // Both only describe the author, so the post is kept if a value is unexpected.
    distinguished: z.string().nullish().catch(null),
    stickied: z.boolean().nullish().catch(null),
  }),
});

const community = z.object({
  kind: z.literal('t5'),
  data: z.object({
    display_name: z.string().regex(/^[A-Za-z0-9_]{2,21}$/),
    display_name_prefixed: z.string().nullish(),
    title: z.string().nullish(),
    public_description: z.string().nullish(),
    subscribers: z.number().int().min(0).nullish(),
    over18: z.boolean().nullish(),
    subreddit_type: z.string().nullish(),
  }),
});

/** The answer of `/r/{name}/about/rules`. */
export const ruleList = z.object({ rules: z.array(z.unknown()) });

const ruleShape = z.object({
  kind: z.enum(['link', 'comment', 'all']).catch('all'),
  short_name: z.string(),
  description: z.string().nullish(),
});

/** The site allows 500 characters. */
const longestRule = 4_000;

/** Parses one rule of the list. Returns null if it is not a rule. */
export function readRule(item: unknown): CommunityRule | null {
  const parsed = ruleShape.safeParse(item);
  if (!parsed.success) return null;
  const { short_name, description, kind } = parsed.data;
  return {
    shortName: readableTitle(short_name),
    description: readableText(description ?? '').slice(0, longestRule),
    kind,
  };
}

/** `gone`: removed or deleted; the site requires clients to delete such posts. `broken`: not a post as documented. */
export type ReadPost = CommunityPost | 'gone' | 'broken';

/** Parses one child of a posts listing. `linkUrl` is the address where people read posts, without a trailing slash. */
export function readPost(child: unknown, linkUrl: string): ReadPost {
  const parsed = thing.safeParse(child);
  if (!parsed.success) return 'broken';
  const { data } = parsed.data;
  if (isRemoved(data)) return 'gone';
  return {
    id: data.name,
    community: data.subreddit,
    title: readableTitle(data.title),
    selftext: textOf(data),
    author: data.author ?? nobody,
    url: linkUrl + pathOf(data.name, data.permalink ?? ''),
    score: Math.round(data.score ?? 0),
    comments: Math.round(data.num_comments ?? 0),
    createdAt: new Date(data.created_utc * 1000),
    ...(isOfficial(data) && { official: true as const }),
  };
}

/** The state of the post in one child of `/api/info`, null if it is not a post as documented. */
export function stateIn(child: unknown): { readonly id: string; readonly state: PostState } | null {
  const parsed = thing.safeParse(child);
  if (!parsed.success) return null;
  const { data } = parsed.data;
  if (isRemoved(data)) return { id: data.name, state: { kind: 'removed', by: removerOf(data) } };
  const now = {
    title: readableTitle(data.title),
    selftext: textOf(data),
    score: Math.round(data.score ?? 0),
    comments: Math.round(data.num_comments ?? 0),
  };
  return { id: data.name, state: { kind: 'present', now } };
}

/** `removed_by_category` as the site writes it. Its other values name teams and filters of the site. */
const removers = new Map<string, RemovedBy>([
  ['author', 'author'],
  ['deleted', 'author'],
  ['moderator', 'moderator'],
  ['automod_filtered', 'moderator'],
]);

function removerOf({ removed_by_category: category, selftext }: Thing): RemovedBy {
  if (category !== null && category !== undefined) return removers.get(category) ?? 'site';
  return selftext?.trim() === '[deleted]' ? 'author' : 'moderator';
}

type Thing = z.output<typeof thing>['data'];

type Original = NonNullable<Thing['crosspost_parent_list']>[number];

function isRemoved({ selftext, removed_by_category }: Thing | Original): boolean {
  return (removed_by_category ?? null) !== null || removedTexts.has(selftext?.trim() ?? '');
}

/** All words of a post below its title, in reading order: its own, then those of a crossposted original. */
function textOf(post: Thing): string {
  const [original] = post.crosspost_parent_list ?? [];
  const passedOn = original === undefined || isRemoved(original) ? undefined : original;
  const paragraphs = [
    ...wordsOf(post),
    ...(passedOn === undefined ? [] : [passedOn.title === post.title ? '' : passedOn.title, ...wordsOf(passedOn)]),
  ];
  return readableText(paragraphs.filter((paragraph) => paragraph.trim() !== '').join('\n\n'));
}

/** The text of a post, the captions of its gallery and the options of its poll. */
function wordsOf({ selftext, gallery_data, poll_data }: Thing | Original): string[] {
  return [
    selftext ?? '',
    ...(gallery_data?.items ?? []).map(({ caption }) => caption ?? ''),
    (poll_data?.options ?? []).map(({ text }) => `- ${text}`).join('\n'),
  ];
}

/** `special` marks former employees of the site, who write for themselves. */
function isOfficial({ distinguished, stickied }: Thing): boolean {
  return stickied === true || distinguished === 'moderator' || distinguished === 'admin';
}

/** Accepts only a path of the site. Otherwise returns the path of the post's short address. */
function pathOf(name: string, permalink: string): string {
  return /^\/(r|u|user)\/[^\s\\?#]*$/.test(permalink) ? permalink : `/comments/${name.slice('t3_'.length)}`;
}

/** Parses one child of a communities listing. Returns null if it is not a community, or is a user's profile. */
export function readCommunity(child: unknown): CommunityAbout | null {
  const parsed = community.safeParse(child);
  if (!parsed.success || parsed.data.data.subreddit_type === 'user') return null;
  const { data } = parsed.data;
  return {
    name: data.display_name,
    displayName: data.display_name_prefixed ?? `r/${data.display_name}`,
    title: readableTitle(data.title ?? ''),
    description: readableText(data.public_description ?? ''),
    subscribers: data.subscribers ?? null,
    isNsfw: data.over18 ?? false,
  };
}
