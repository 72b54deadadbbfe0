import { series } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import {
  type LeadSort,
  leadSorts,
  type LeadStatus,
  leadStatuses,
  type Relevance,
  relevances,
  type SourceId,
  sourceIds,
  type TimeRange,
  timeRanges,
} from '@earshot/proto/values';
import fc from 'fast-check';
import type { LeadDocument } from '../src/store/lead-schema.ts';
import { storedLead } from './fixtures/stored-lead.ts';
import { type LeadWorld, noon, startLead } from './support.ts';

const communities = ['SaaS', 'smallbusiness', 'r_under_score', 'Startups'];
const contents = ['We chase late invoices by hand.', 'Invoicing takes hours.', 'Text'];
const authors = ['jo', 'late_payer'];
const hourMs = 3_600_000;
const rangeHours: Record<TimeRange, number> = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 };

/** Several hundred leads whose fields repeat, so that every filter and every tie occurs. */
function someLeads(userId: string, count: number): LeadDocument[] {
  return Array.from({ length: count }, (_, n) =>
    storedLead({
      userId,
      source: n % 5 === 0 ? 'elsewhere' : 'sample',
      redditPostId: `t3_${n}`,
      subreddit: communities[(n * 7) % communities.length] ?? 'SaaS',
      title: `Title ${n % 50}`,
      content: contents[n % contents.length] ?? 'Text',
      author: authors[n % authors.length] ?? 'jo',
      score: 5 + ((n * 37) % 51) / 10,
      status: leadStatuses[(n * 5) % leadStatuses.length] ?? 'new',
      createdAt: new Date(noon.getTime() - ((n * 13) % 120) * 9 * hourMs),
    }),
  );
}

let world: LeadWorld;
const [mine, other] = [newId(), newId()];
const all = someLeads(mine, 400);
beforeAll(async () => {
  world = await startLead();
  await world.models().leads.insertMany([...all, ...someLeads(other, 40)]);
});
afterAll(() => world.stop());

async function list(query: Record<string, string>, userId = mine) {
  const answer = await world.services.fetch(leadContract.listLeads, { userId, query });
  expect(answer.status).toBe(200);
  return leadList.parse(answer.body);
}

/** Searches, and the leads that have their words. */
const searches: Readonly<Record<string, (lead: LeadDocument) => boolean>> = {
  INVOICE: ({ content }) => /invoic/i.test(content),
  'invoices, late': ({ content, author }) => /invoic/i.test(content) && /late/.test(content + author),
  // Only Reddit's authors are shown as "u/name".
  'late invoice u/late_payer': ({ source, content, author }) =>
    source === 'sample' && /invoic/i.test(content) && author === 'late_payer',
  'title 7': ({ title }) => title === 'Title 7',
  'title invoice 7': ({ title, content }) => title === 'Title 7' && /invoic/i.test(content),
  'invoices nowhere': () => false,
  '?!': () => true,
};

interface Filters {
  q?: string | undefined;
  source?: SourceId | undefined;
  subreddit?: string | undefined;
  status?: LeadStatus | undefined;
  relevance?: Relevance | undefined;
  minScore?: number | undefined;
  timeRange?: TimeRange | undefined;
  sortBy?: LeadSort | undefined;
  limit?: number | undefined;
  page?: number | undefined;
}

function asQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Filters and sorts by brute force, as the specification defines it. */
function expected(filters: Filters): LeadDocument[] {
  const key = filters.subreddit?.toLowerCase();
  const since = filters.timeRange === undefined ? -Infinity : noon.getTime() - rangeHours[filters.timeRange] * hourMs;
  const matching = all.filter(
    (lead) =>
      (key === undefined || lead.subredditKey === key) &&
      (filters.source === undefined || lead.source === filters.source) &&
      (filters.q === undefined || searches[filters.q]?.(lead) === true) &&
      (filters.status === undefined || lead.status === filters.status) &&
      (filters.relevance === undefined || lead.relevance === filters.relevance) &&
      lead.score >= (filters.minScore ?? 0) &&
      lead.createdAt.getTime() >= since,
  );
  const byScore = filters.sortBy?.startsWith('score') === true || filters.sortBy === 'open';
  const sign = filters.sortBy === 'oldest' || filters.sortBy === 'score-low' ? 1 : -1;
  const valueOf = (lead: LeadDocument) => (byScore ? lead.score : lead.createdAt.getTime());
  const isNew = ({ status }: LeadDocument) => Number(filters.sortBy === 'open' && status === 'new');
  return matching.sort((a, b) => isNew(b) - isNew(a) || sign * (valueOf(a) - valueOf(b) || (a._id < b._id ? -1 : 1)));
}

const maybe = <T>(values: readonly T[]) => fc.constantFrom(undefined, ...values);
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  q: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.constantFrom(...Object.keys(searches))),
  subreddit: maybe(['saas', 'SMALLBUSINESS', 'nowhere', 'r_under_score']),
  source: maybe(sourceIds),
  status: maybe(leadStatuses),
  relevance: maybe(relevances),
  minScore: maybe([0, 5, 6.5, 7.9, 10]),
  timeRange: maybe(timeRanges),
  sortBy: maybe(leadSorts),
  limit: maybe([1, 7, 100]),
  page: maybe([1, 2, 3]),
});

describe('the list of leads', () => {
  it('filters, sorts and pages as specified, in all combinations', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const { leads, total, totalPages } = await list(asQuery(filters));
        const right = expected(filters);
        const limit = filters.limit ?? 20;
        const from = ((filters.page ?? 1) - 1) * limit;
        expect(leads.map((lead) => lead.id)).toEqual(right.slice(from, from + limit).map((lead) => lead._id));
        expect({ total, totalPages }).toEqual({ total: right.length, totalPages: Math.ceil(right.length / limit) });
      }),
      { numRuns: series({ ci: 50, soak: 1_500 }) },
    );
  });

  it('takes `all` and empty values as no filter, and beyond the end is empty with right totals', async () => {
    const none = { q: ' ', subreddit: 'all', status: 'all', relevance: '', timeRange: 'all', minScore: '', sortBy: '' };
    expect((await list(none)).total).toBe(400);
    expect(await list({ page: '21' })).toEqual({ leads: [], total: 400, totalPages: 20 });
    expect(await list({}, newId())).toEqual({ leads: [], total: 0, totalPages: 0 });
  });

  it('returns a lead as in the contract, the score with one decimal', async () => {
    const { leads } = await list({ sortBy: 'score-high', limit: '1' });
    const best = expected({ sortBy: 'score-high' })[0];
    expect(leads[0]).toEqual({
      id: best?._id,
      userId: mine,
      redditPostId: best?.redditPostId,
      subreddit: best?.subreddit,
      source: 'sample',
      sourceLabel: 'Sample data',
      communityLabel: `r/${best?.subreddit}`,
      title: best?.title,
      content: best?.content,
      isPreview: false,
      author: best?.author,
      authorLabel: `u/${best?.author}`,
      score: '10.0',
      relevance: 'high',
      matchReason: 'Asks.',
      url: 'https://www.reddit.com/',
      aiAnalysis: { scorerVersion: 'test-1', provisional: false, parts: [] },
      status: best?.status,
      rating: null,
      withdrawn: null,
      removed: null,
      editedAt: null,
      topComment: null,
      replyUsername: null,
      alsoIn: [],
      createdAt: best?.createdAt.toISOString(),
      postCreatedAt: noon.toISOString(),
    });
  });
});
