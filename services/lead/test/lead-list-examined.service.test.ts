import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LeadListQuery, orderOf, positionOf } from '../src/domain/list-leads.ts';
import { leadStore } from '../src/store/lead-store.ts';
import { everyQuery, examined } from './fixtures/list-queries.ts';
import { manyLeads } from './fixtures/many-leads.ts';
import { type LeadWorld, noon, startLead } from './support.ts';

let world: LeadWorld;

beforeAll(async () => {
  // FerretDB explains queries with PostgreSQL plans, which do not count examined documents.
  world = await startLead({ mongo: null });
  const { leads } = world.models();
  await leads.insertMany([...manyLeads('mine', 2_000, noon)], { lean: true });
  await leads.insertMany([...manyLeads('other', 500, noon, 2)], { lean: true });
});

afterAll(() => world.stop());

/**
 * Explains the queries that the repository really sends, so that the indexes are checked against them and not against
 * copies.
 */
describe('the list of leads at 2,000 leads', () => {
  const named = everyQuery(noon).map((one) => ({ ...one, title: JSON.stringify({ ...one.wanted, now: undefined }) }));

  it.each(named)('examines what it shows, and counts by index entries: $title', async ({ wanted }) => {
    const store = leadStore(world.models().leads);
    const { leads, total } = await store.list('mine', wanted);
    const { page, counts } = await examined(world.platform.documents, () => store.list('mine', wanted));
    expect(page.nReturned).toBe(leads.length);
    expect(page.totalDocsExamined).toBeLessThanOrEqual(page.nReturned * 1.1);
    expect(counts).not.toEqual([]);
    for (const count of counts) expect(count.totalDocsExamined).toBe(0);
    expect(leads.length).toBe(Math.min(20, total));
  });

  it.each(['invoices', 'AUTHOR1000'])('searches in the order `open` by index entries: %s', async (q) => {
    const store = leadStore(world.models().leads);
    const wanted = { q, sortBy: 'open', page: 1, limit: 20, after: null, now: noon } as const;
    const { leads, total } = await store.list('mine', wanted);
    expect(leads.length).toBe(Math.min(20, total));
    const last = leads.at(-1);
    const after = last ? positionOf(last, leads.at(-2), orderOf(wanted)) : null;
    for (const part of [{ after: null }, { after }]) {
      const { page, counts } = await examined(world.platform.documents, () =>
        store.list('mine', { ...wanted, ...part }),
      );
      expect(page.totalKeysExamined).toBeLessThanOrEqual(page.nReturned * 1.1);
      expect(page.totalDocsExamined).toBeLessThanOrEqual(page.nReturned * 1.1);
      expect(counts).toMatchObject([{ totalDocsExamined: 0 }]);
    }
  });

  it('reads no lead without the rarer word in a search for two', async () => {
    const store = leadStore(world.models().leads);
    const rare = (await world.models().leads.findOne({ userId: 'mine', terms: 'invoic' }).lean())?.author ?? '';
    const wanted = { q: `invoices ${rare}`, sortBy: 'open', page: 1, limit: 20, after: null, now: noon } as const;
    const { total } = await store.list('mine', { ...wanted, q: rare });
    const { page } = await examined(world.platform.documents, () => store.list('mine', wanted));
    expect(page.nReturned).toBeGreaterThan(0);
    expect(page.totalDocsExamined).toBeLessThanOrEqual(total);
  });

  // Filters that an index starts with. Others are decided entry by entry (docs/decisions/0020-lead-lists-from-indexes.md).
  const narrow = named.filter(({ filters }) => ['none', 'subreddit', 'status', 'relevance'].includes(filters));

  it.each(narrow)(
    'examines no other entries on a later page by Next and on the last page: $title',
    async ({ wanted }) => {
      const store = leadStore(world.models().leads);
      const read = (part: Partial<LeadListQuery>) => () => store.list('mine', { ...wanted, ...part });
      const { total } = await read({})();
      const pages = Math.ceil(total / wanted.limit);
      const half = Math.ceil(pages / 2);
      const { leads } = await read({ page: half })();
      const last = leads[wanted.limit - 1];
      const after = last ? positionOf(last, leads.at(-2), orderOf(wanted)) : null;
      for (const part of [{ after }, { page: pages }]) {
        const { page } = await examined(world.platform.documents, read(part));
        expect(page.totalKeysExamined).toBeLessThanOrEqual(page.nReturned * 1.1);
        expect(page.totalDocsExamined).toBeLessThanOrEqual(page.nReturned * 1.1);
      }
      // A page in the middle that is read by its number skips from the nearer end, and the server counts that.
      const { page } = await examined(world.platform.documents, read({ page: half }));
      const before = (half - 1) * wanted.limit;
      const skipped = Math.min(before, total - before - page.nReturned);
      expect(page.totalKeysExamined).toBe(skipped + page.nReturned);
    },
  );
});
