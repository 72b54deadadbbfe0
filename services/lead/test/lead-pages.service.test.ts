import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { type LeadList, leadList, positionProblem } from '@earshot/proto/http/lead';
import { type LeadSort, leadSorts, leadStatuses, previewLength } from '@earshot/proto/values';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { LeadDocument } from '../src/store/lead-schema.ts';
import { storedLead } from './fixtures/stored-lead.ts';
import { noon, startLead } from './support.ts';

const hourMs = 3_600_000;
type Query = Readonly<Record<string, string>>;

/** Few different times and scores, so that nearly every place in the list is among equal values. */
function tiedLead(userId: string, n: number): LeadDocument {
  return storedLead({
    userId,
    title: `Title ${n}`,
    score: 5 + (n % 3) * 2.1,
    status: leadStatuses[n % leadStatuses.length] ?? 'new',
    createdAt: new Date(noon.getTime() - (n % 4) * 20 * hourMs),
  });
}

const world = await startLead();
afterAll(() => world.stop());

async function userWith(leads: number): Promise<string> {
  const userId = newId();
  await world.models().leads.insertMany(Array.from({ length: leads }, (_, n) => tiedLead(userId, n)));
  return userId;
}

async function list(userId: string, query: Query): Promise<LeadList> {
  const answer = await world.services.fetch(leadContract.listLeads, { userId, query });
  expect(answer.status).toBe(200);
  return leadList.parse(answer.body);
}

const idsOf = ({ leads }: LeadList) => leads.map(({ id }) => id);

/** The ids of every page that `next` leads to, by page. `meanwhile` runs before each further page. */
async function walk(userId: string, query: Query, meanwhile: (seen: LeadList) => Promise<unknown> = async () => null) {
  const pages: string[][] = [];
  let page = await list(userId, query);
  for (;;) {
    pages.push(idsOf(page));
    if (page.next === undefined) return pages;
    await meanwhile(page);
    page = await list(userId, { ...query, after: page.next });
  }
}

describe.each(leadSorts)('the list in the order %s, read by `next`', (sortBy: LeadSort) => {
  it.each<Query>([
    {},
    { q: 'title' },
    { q: 'Titles text', status: 'new' },
    { status: 'new' },
    { relevance: 'low', timeRange: '7d' },
    { minScore: '6', timeRange: '24h' },
    { source: 'sample', subreddit: 'SAAS', minScore: '7.1' },
  ])('has each lead once, at the place that its page number gives: %j', async (filters) => {
    const userId = await userWith(75);
    const query = { ...filters, sortBy };
    const whole = idsOf(await list(userId, { ...query, limit: '100' }));
    expect(whole.length).toBeGreaterThan(14);
    const pages = await walk(userId, { ...query, limit: '7' });
    expect(pages.flat()).toEqual(whole);
    // Some pages of two end with the first of equal values.
    expect((await walk(userId, { ...query, limit: '2' })).flat()).toEqual(whole);
    for (const [n, page] of pages.slice(0, Math.ceil(whole.length / 7)).entries())
      expect(idsOf(await list(userId, { ...query, limit: '7', page: `${n + 1}` }))).toEqual(page);
  });

  it('repeats and misses none while leads come and go', async () => {
    const userId = await userWith(60);
    const { leads } = world.models();
    const whole = idsOf(await list(userId, { sortBy, limit: '100' }));
    const gone = new Set<string>();
    let n = 0;
    const pages = await walk(userId, { sortBy, limit: '7' }, async (seen) => {
      const { total } = await list(userId, { sortBy, limit: '1' });
      expect(seen.total).toBe(total);
      await leads.insertMany([tiedLead(userId, n++), tiedLead(userId, n++)]);
      const [first = ''] = idsOf(seen);
      gone.add(first);
      await leads.deleteOne({ _id: first });
    });
    const walked = pages.flat();
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((id) => whole.includes(id))).toEqual(whole);
    expect(gone.size).toBeGreaterThan(7);
  });
});

describe('a page by its number', () => {
  it.each(leadSorts)('is the same from both ends of the list: %s', async (sortBy) => {
    const userId = await userWith(45);
    const whole = idsOf(await list(userId, { sortBy, limit: '100' }));
    for (const page of [1, 2, 3, 4, 5, 6, 7])
      expect(await list(userId, { sortBy, limit: '7', page: `${page}` })).toMatchObject({
        leads: whole.slice((page - 1) * 7, page * 7).map((id) => ({ id })),
        total: 45,
        totalPages: 7,
      });
    expect(await list(userId, { sortBy, limit: '7', page: '8' })).toEqual({ leads: [], total: 45, totalPages: 7 });
  });

  it('has a `next` if it is full', async () => {
    const userId = await userWith(20);
    expect(await list(userId, { limit: '21' })).not.toHaveProperty('next');
    const { next = '' } = await list(userId, { limit: '15' });
    expect(await list(userId, { limit: '15', after: next })).not.toHaveProperty('next');
    const { next: end = '' } = await list(userId, { limit: '5', page: '4' });
    expect(await list(userId, { limit: '5', after: end })).toEqual({ leads: [], total: 20, totalPages: 4 });
  });
});

describe('a position', () => {
  const refusal = {
    status: 400,
    body: { code: 'request.invalid', message: positionProblem, fields: { after: positionProblem } },
  };
  const ask = (userId: string, query: Query) => world.services.fetch(leadContract.listLeads, { userId, query });

  it('continues its list with another page size, and whatever the page number is', async () => {
    const userId = await userWith(30);
    const whole = idsOf(await list(userId, { limit: '100' }));
    const { next = '' } = await list(userId, { limit: '10' });
    expect(idsOf(await list(userId, { limit: '4', page: '7', after: next }))).toEqual(whole.slice(10, 14));
  });

  it('is refused in another list', async () => {
    const [userId, other] = [await userWith(30), await userWith(30)];
    const { next = '' } = await list(userId, { status: 'new', limit: '5' });
    expect(next).not.toBe('');
    expect((await ask(userId, { status: 'new', after: next })).status).toBe(200);
    expect(await ask(other, { status: 'new', after: next })).toMatchObject(refusal);
    for (const filters of [
      {},
      { status: 'skipped' },
      { status: 'new', minScore: '5' },
      { status: 'new', sortBy: 'oldest' },
    ])
      expect(await ask(userId, { ...filters, after: next })).toMatchObject(refusal);
  });

  it('is refused if it was changed, and so is anything else', async () => {
    const userId = await userWith(30);
    const { next = '' } = await list(userId, { limit: '5' });
    for (const at of [0, 20, next.length - 8])
      expect(await ask(userId, { after: changedAt(next, at) })).toMatchObject(refusal);
    for (const text of ['x', '-1', '%00', next.slice(0, 43), next.slice(0, -4), `${next}AAAA`, 'A'.repeat(301)])
      expect(await ask(userId, { after: text })).toMatchObject(refusal);
    expect((await ask(userId, { after: '' })).status).toBe(200);
  });

  it('is refused under another key of the service', async () => {
    const userId = await userWith(30);
    const { next = '' } = await list(userId, { limit: '5' });
    const other = await startLead();
    try {
      const answer = await other.services.fetch(leadContract.listLeads, { userId, query: { after: next } });
      expect(answer).toMatchObject(refusal);
    } finally {
      await other.stop();
    }
  });
});

const changedAt = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

it('a page of long posts has their starts, and each lead can be read whole', async () => {
  const userId = newId();
  const content = 'p'.repeat(40_000);
  const leads = Array.from({ length: 100 }, (_, n) => ({ ...tiedLead(userId, n), content }));
  await world.models().leads.insertMany(leads);
  const page = await list(userId, { limit: '100' });
  expect(JSON.stringify(page).length).toBeLessThan(256 * 1024);
  expect(page.leads).toHaveLength(100);
  expect(page.leads[0]).toMatchObject({ content: content.slice(0, previewLength), isPreview: true });
  const { body } = await world.services.fetch(leadContract.getLead, {
    userId,
    params: { id: page.leads[0]?.id ?? '' },
  });
  expect(body).toMatchObject({ content, isPreview: false });
});
