import { describe, expect, it } from '@jest/globals';
import type { PostPage } from '../src/community-source.ts';
import { createLogger } from '@earshot/core';
import { z } from 'zod';
import type { PollReader } from '../src/define-source.ts';
import { hackerNewsReader } from '../src/hacker-news/source.ts';

/** A story and a comment in the current format of the search API. */
const story = {
  _highlightResult: { title: { matchLevel: 'none', matchedWords: [], value: 'Ask HN: Invoices &amp; reminders?' } },
  _tags: ['story', 'author_marlowe_dev', 'story_42000470', 'ask_hn'],
  author: 'marlowe_dev',
  children: [42000477],
  created_at: '2026-11-21T11:25:00Z',
  created_at_i: 1_795_260_300,
  num_comments: 3,
  objectID: '42000470',
  points: 14,
  story_id: 42000470,
  story_text: 'Two of us.<p>Which tool do you use? I don&#x27;t mind paying.',
  title: 'Ask HN: Invoices &amp; reminders?',
  updated_at: '2026-11-21T11:40:00Z',
};
const comment = {
  _highlightResult: {},
  _tags: ['comment', 'author_sallyport', 'story_42000470'],
  author: 'sallyport',
  comment_text: 'Same here, I need one too.',
  created_at: '2026-11-21T11:32:00Z',
  created_at_i: 1_795_260_720,
  objectID: '42000477',
  parent_id: 42000470,
  story_id: 42000470,
  story_title: 'Ask HN: Invoices &amp; reminders?',
  story_url: null,
  updated_at: '2026-11-21T11:40:00Z',
};
/** The older format of the same answer, in which fields of the other kind of item are null. */
const olderStory = {
  ...story,
  objectID: '42000001',
  story_text: null,
  comment_text: null,
  story_title: null,
  story_url: null,
  parent_id: null,
  url: 'https://example.org/a',
  _tags: ['story', 'author_x', 'story_1'],
  num_comments: null,
};

const timed = z.object({ created_at_i: z.number() });

interface Recorded {
  readonly reader: PollReader;
  readonly queries: URLSearchParams[];
  readonly lines: string[];
}

/** A reader whose search API holds these hits, newest first, and divides them into pages by time. */
function readerOf(hits: readonly unknown[]): Recorded {
  const queries: URLSearchParams[] = [];
  const lines: string[] = [];
  const log = createLogger({
    name: 'sources',
    level: 'warn',
    stream: { write: (line: string) => void lines.push(line) },
  });
  const timeOf = (hit: unknown) => timed.safeParse(hit).data?.created_at_i ?? 0;
  const get = async <S extends z.ZodType>(_api: string, path: string, shape: S): Promise<z.output<S>> => {
    const query = new URL(path, 'http://site').searchParams;
    queries.push(query);
    const limit = Number(/^created_at_i<=(\d+)$/.exec(query.get('numericFilters') ?? '')?.[1] ?? Infinity);
    const found = hits.filter((hit) => timeOf(hit) <= limit).slice(0, Number(query.get('hitsPerPage')));
    return shape.parse({ hits: found, nbHits: found.length, page: 0, nbPages: 1, hitsPerPage: 100, query: '' });
  };
  return { reader: hackerNewsReader({ get, log }), queries, lines };
}

async function allPages({ reader }: Recorded, community: string, limit: number): Promise<PostPage[]> {
  const pages: PostPage[] = [];
  let after: string | null = null;
  do {
    const page: PostPage = await reader.newPosts(community, { after, limit });
    pages.push(page);
    after = page.after;
  } while (after !== null && pages.length < 1_000);
  return pages;
}

const at = (id: number, seconds: number) => ({ ...story, objectID: String(id), created_at_i: seconds });
const idsOf = (pages: readonly PostPage[]) => pages.flatMap(({ posts }) => posts.map(({ id }) => id));

describe('pages of Hacker News', () => {
  it('reads stories and comments as plain posts; a comment has the title of its story', async () => {
    const { reader } = readerOf([comment, story, olderStory]);
    const { posts, after } = await reader.newPosts('search:invoices', { after: null, limit: 100 });
    expect(after).toBeNull();
    expect(posts).toEqual([
      {
        id: '42000477',
        community: 'search:invoices',
        title: 'Ask HN: Invoices & reminders?',
        selftext: 'Same here, I need one too.',
        author: 'sallyport',
        score: 0,
        comments: 0,
        url: 'https://news.ycombinator.com/item?id=42000477',
        createdAt: new Date('2026-11-21T11:32:00Z'),
      },
      {
        id: '42000470',
        community: 'search:invoices',
        title: 'Ask HN: Invoices & reminders?',
        selftext: "Two of us.\n\nWhich tool do you use? I don't mind paying.",
        author: 'marlowe_dev',
        score: 14,
        comments: 3,
        url: 'https://news.ycombinator.com/item?id=42000470',
        createdAt: new Date('2026-11-21T11:25:00Z'),
      },
      expect.objectContaining({ id: '42000001', selftext: '', comments: 0 }),
    ]);
  });

  it.each([
    ['ask', { tags: 'story,ask_hn' }],
    ['show', { tags: 'story,show_hn' }],
    ['new', { tags: 'story' }],
    ['comments', { tags: 'comment' }],
    // Only the exact words: a search for "invoices" is not about those who invoke something.
    ['search:late payments', { tags: '(story,comment)', query: 'late payments', typoTolerance: 'false' }],
  ])('asks for the newest items of %s', async (community, asked) => {
    const recorded = readerOf([]);
    await recorded.reader.newPosts(community, { after: null, limit: 500 });
    expect(recorded.queries.map((query) => Object.fromEntries(query))).toEqual([{ ...asked, hitsPerPage: '100' }]);
  });

  it('a name that is no community does not exist, and nothing is asked', async () => {
    const recorded = readerOf([story]);
    await expect(recorded.reader.newPosts('constructor', { after: null, limit: 10 })).rejects.toMatchObject({
      code: 'source.not-found',
    });
    expect(recorded.queries).toEqual([]);
  });

  it('pages by time through more hits than a query ever serves, each post once and newest first', async () => {
    const hits = Array.from({ length: 2_345 }, (_, n) => at(50_000 - n, 1_795_000_000 - Math.floor(n / 3)));
    const recorded = readerOf(hits);
    const pages = await allPages(recorded, 'new', 100);
    expect(idsOf(pages)).toEqual(hits.map(({ objectID }) => objectID));
    expect(recorded.queries.every((query) => !query.has('page'))).toBe(true);
  });

  it('comes past a second that has more items than a page', async () => {
    const hits = [at(99, 1_000), ...Array.from({ length: 30 }, (_, n) => at(50 - n, 999)), at(7, 998), at(6, 997)];
    const pages = await allPages(readerOf(hits), 'new', 10);
    expect(idsOf(pages).at(0)).toBe('99');
    expect(idsOf(pages).slice(-2)).toEqual(['7', '6']);
    expect(new Set(idsOf(pages)).size).toBe(idsOf(pages).length);
  });

  it('skips broken items and those that are gone, and reports how many were broken', async () => {
    const broken = [
      null,
      7,
      {},
      { ...story, objectID: '../x' },
      { ...story, created_at_i: '12' },
      { ...story, author: '' },
    ];
    const gone = [
      { ...comment, objectID: '1', comment_text: null },
      { ...comment, objectID: '2', comment_text: '[deleted]' },
      { ...story, objectID: '3', title: null },
      { ...story, objectID: '4', title: '[flagged]' },
    ];
    const { reader, lines } = readerOf([...broken, ...gone, story]);
    const page = await reader.newPosts('ask', { after: null, limit: 100 });
    expect(page.posts.map(({ id }) => id)).toEqual(['42000470']);
    expect(lines).toEqual([expect.stringContaining('"community":"ask","broken":6')]);
  });

  it('ends where an answer cannot lead further back', async () => {
    const backwards = readerOf([at(2, 500), at(1, 500)]);
    const ended = { posts: [], after: null };
    await expect(backwards.reader.newPosts('ask', { after: 'no cursor', limit: 2 })).resolves.toEqual(ended);
    const repeating = hackerNewsReader({
      get: async (_api, _path, shape) => shape.parse({ hits: [at(2, 900), at(1, 900)] }),
      log: createLogger({ name: 'sources', level: 'silent' }),
    });
    await expect(repeating.newPosts('ask', { after: '500-9', limit: 2 })).resolves.toMatchObject({ after: null });
  });
});
