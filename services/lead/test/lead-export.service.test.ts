import { series } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { leadSorts, leadStatuses, relevances, timeRanges } from '@earshot/proto/values';
import fc from 'fast-check';
import { manyLeads } from './fixtures/many-leads.ts';
import { readCsv } from './fixtures/read-csv.ts';
import { type LeadWorld, noon, startLead } from './support.ts';

const header = 'id,title,subreddit,author,score,relevance,status,matchReason,url,createdAt,postCreatedAt,source'.split(
  ',',
);
const mark = '\uFEFF';

let world: LeadWorld;
const mine = newId();
beforeAll(async () => {
  world = await startLead();
  await world.models().leads.insertMany([...manyLeads(mine, 1_300, noon)], { lean: true });
  await world.models().leads.insertMany([...manyLeads('other', 50, noon, 2)], { lean: true });
});
afterAll(() => world.stop());

async function exported(query: Record<string, string> = {}, userId = mine): Promise<string[][]> {
  const answer = await world.services.open(leadContract.exportLeads, { userId, query });
  expect(answer.status).toBe(200);
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(text.startsWith(mark)).toBe(true);
  const [first, ...rows] = readCsv(text.slice(mark.length));
  expect(first).toEqual(header);
  return rows;
}

/** The leads of all pages of the list, as rows of the export. */
async function listed(query: Record<string, string>): Promise<string[][]> {
  const rows: string[][] = [];
  for (let page = 1; ; page += 1) {
    const wanted = { ...query, limit: '100', page: String(page) };
    const { body } = await world.services.fetch(leadContract.listLeads, { userId: mine, query: wanted });
    const { leads, totalPages } = leadList.parse(body);
    for (const lead of leads) {
      const { id, title, subreddit, author, score, relevance, status, matchReason, url, createdAt } = lead;
      const texts = [id, title, subreddit, author, score, relevance, status, matchReason, url];
      rows.push([...texts, createdAt, lead.postCreatedAt, lead.source]);
    }
    if (page >= totalPages) return rows;
  }
}

describe('the export of leads', () => {
  it('contains only the named leads that match the filters', async () => {
    const query = { status: 'new', sortBy: 'score-high' };
    const rows = (await listed(query)).slice(3, 7);
    const ids = [...rows.map(([id]) => id), 'of-nobody'].join(',');
    expect(await exported({ ...query, ids })).toEqual(rows);
    expect(await exported({ status: 'responded', ids })).toEqual([]);
    expect(await exported({ ids }, 'other')).toEqual([]);
  });

  it('is a file for spreadsheets', async () => {
    const answer = await world.services.open(leadContract.exportLeads, { userId: mine });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await answer.body?.cancel();
  });

  it('has the names of the columns alone where there is no lead', async () => {
    const answer = await world.services.open(leadContract.exportLeads, { userId: newId() });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(Buffer.from(`${mark}${header.join(',')}\r\n`));
  });

  it('has what the list has, in its order, with all combinations of filters', async () => {
    const maybe = (values: readonly string[]) => fc.constantFrom(undefined, ...values);
    const filters = fc.record({
      subreddit: maybe(['saas', 'SMALLBUSINESS', 'nowhere', 'all']),
      status: maybe(leadStatuses),
      relevance: maybe(relevances),
      minScore: maybe(['0', '6.5', '8.1']),
      timeRange: maybe(timeRanges),
      source: maybe(['sample']),
      sortBy: maybe(leadSorts),
    });
    const run = fc.asyncProperty(filters, async (filter) => {
      const query = Object.fromEntries(
        Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      );
      expect(await exported(query)).toEqual(await listed(query));
    });
    await fc.assert(run, { numRuns: series({ ci: 10, soak: 250 }) });
  });

  it('takes no page', async () => {
    expect(await exported({ page: '2', limit: '3' })).toHaveLength(1_300);
  });

  it('gives every text back as it was, and no cell that a spreadsheet would run', async () => {
    const nasty = fc.constantFrom(
      '=1+1',
      '+49',
      '-',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '"',
      ',',
      '\r\n',
      '\n',
      '\n=1',
      '\uFF1D1',
      "'",
      '',
      ' ',
    );
    const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 4 }).map((all) => all.join(''));
    const leads = fc.array(fc.record({ title: text, author: text, matchReason: text, url: text }), { maxLength: 8 });
    const run = fc.asyncProperty(leads, async (texts) => {
      const userId = newId();
      const documents = [...manyLeads(userId, texts.length, noon)].map((lead, n) => ({ ...lead, ...texts[n] }));
      await world.models().leads.insertMany(documents, { lean: true });
      const rows = await exported({ sortBy: 'oldest' }, userId);
      const byId = new Map(rows.map(([id, ...cells]) => [id, cells]));
      for (const { _id, title, author, matchReason, url } of documents) {
        const [gotTitle, , gotAuthor, , , , gotReason, gotUrl] = byId.get(_id) ?? [];
        expect([gotTitle, gotAuthor, gotReason, gotUrl]).toEqual([title, author, matchReason, url].map(defused));
      }
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/);
    });
    await fc.assert(run, { numRuns: series({ ci: 20, soak: 600 }) });
  });
});

/**
 * Adds the mark that keeps spreadsheets from running a formula. The last four characters are full-width forms of the
 * first four.
 */
function defused(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
