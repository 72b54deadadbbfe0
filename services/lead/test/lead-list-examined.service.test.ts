import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leadStore } from '../src/store/lead-store.ts';
import { everyQuery, examined } from './fixtures/list-queries.ts';
import { manyLeads } from './fixtures/many-leads.ts';
import type { LeadWorld } from './support.ts';
import { noon, startLead } from './support.ts';

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
});
