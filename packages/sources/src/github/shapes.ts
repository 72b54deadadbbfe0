import { z } from 'zod';
import type { CommunityPost, PostState } from '../community-source.ts';
import { readableTitle, tidyText } from '../readable-text.ts';

/** The answer of `GET /search/issues` (docs.github.com/rest/search). */
export const searchAnswer = z.object({ items: z.array(z.unknown()) });

const user = z.object({ login: z.string().min(1), type: z.string().default('User') });

/** An issue, in a search and by its number. `user` is null for a deleted account. */
export const issue = z.object({
  html_url: z.url({ protocol: /^https$/, hostname: /^github\.com$/ }),
  title: z.string(),
  body: z.string().nullish(),
  user: user.nullable(),
  created_at: z.iso.datetime(),
  comments: z.number().default(0),
  reactions: z.object({ total_count: z.number() }).optional(),
  pull_request: z.unknown().optional(),
});
export type Issue = z.output<typeof issue>;

/** The answer of the GraphQL search for discussions (docs.github.com/graphql/guides/using-the-graphql-api-for-discussions). */
export const discussionsAnswer = z.object({
  data: z.object({ search: z.object({ nodes: z.array(z.unknown()) }) }).nullish(),
});

const discussion = z.object({
  url: z.url({ protocol: /^https$/, hostname: /^github\.com$/ }),
  title: z.string(),
  body: z.string(),
  author: z.object({ login: z.string().min(1), __typename: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  upvoteCount: z.number(),
  comments: z.object({ totalCount: z.number() }),
});

/** Null for an item that is not as documented. Undefined for what no person asks: pull requests and posts of programs. */
export function readIssue(item: unknown, community: string): CommunityPost | null | undefined {
  const { data } = issue.safeParse(item);
  if (data === undefined) return null;
  if (data.pull_request !== undefined || data.user?.type === 'Bot') return undefined;
  return {
    id: idOf(data.html_url),
    community,
    title: readableTitle(data.title),
    selftext: writtenText(data.body ?? ''),
    author: data.user?.login ?? 'ghost',
    url: data.html_url,
    score: data.reactions?.total_count ?? 0,
    comments: data.comments,
    createdAt: new Date(data.created_at),
  };
}

/** As `readIssue`. */
export function readDiscussion(node: unknown, community: string): CommunityPost | null | undefined {
  const { data } = discussion.safeParse(node);
  if (data === undefined) return null;
  if (data.author?.__typename === 'Bot') return undefined;
  return {
    id: idOf(data.url),
    community,
    title: readableTitle(data.title),
    selftext: writtenText(data.body),
    author: data.author?.login ?? 'ghost',
    url: data.url,
    score: data.upvoteCount,
    comments: data.comments.totalCount,
    createdAt: new Date(data.createdAt),
  };
}

export function stateOf({ title, body, comments, reactions }: Issue): PostState {
  const now = { title: readableTitle(title), selftext: writtenText(body ?? ''), comments };
  return { kind: 'present', now: { ...now, score: reactions?.total_count ?? 0 } };
}

/** `owner/name/issues/12`, from the address of the page. */
function idOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Markdown without the hints of issue templates, which are comments of HTML. */
function writtenText(markdown: string): string {
  const [first = '', ...others] = markdown.split('<!--');
  const left = others.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : part.length));
  return tidyText([first, ...left].join(''));
}
