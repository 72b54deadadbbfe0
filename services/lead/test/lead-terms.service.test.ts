import { startTestServices } from '@earshot/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leadService } from '../src/service.ts';

interface StoredLead {
  readonly _id: string;
  readonly terms: string[];
  readonly [fact: string]: unknown;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lead-terms-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withLeads<T>(use: (leads: ReturnType<typeof collectionOf>) => Promise<T>): Promise<T> {
  const services = await startTestServices([leadService], { folder });
  try {
    return await use(collectionOf(services));
  } finally {
    await services.stop();
  }
}

function collectionOf(services: Awaited<ReturnType<typeof startTestServices>>) {
  return services.platformOf('lead').documents.collection<StoredLead>('leads');
}

it('derives the search terms of stored leads again where an earlier version wrote others', async () => {
  await withLeads(async (leads) => {
    const facts = { userId: 'mine', redditPostId: 't3_1', source: 'reddit', status: 'new', score: 7 };
    await leads.insertOne({
      ...facts,
      _id: 'old',
      title: 'Women’s caf\u200bé',
      content: '',
      author: 'jo',
      terms: ['old'],
    });
    await leads.dropIndex('terms_1_userId_1_openRank_-1__id_-1');
    await leads.createIndex({ userId: 1, terms: 1, openRank: -1, _id: -1 });
  });
  await withLeads(async (leads) => {
    expect((await leads.findOne({ _id: 'old' }))?.terms).toEqual(['women', 'cafe', 'u', 'jo']);
    const names = (await leads.indexes()).map(({ name }) => name);
    expect(names).toContain('terms_1_userId_1_openRank_-1__id_-1');
    expect(names).not.toContain('userId_1_terms_1_openRank_-1__id_-1');
  });
});
