import type { Lead } from '@earshot/proto/http/lead';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import type { Learning } from '@earshot/proto/http/learning';
import { learning } from '@earshot/proto/http/learning';
import { scanContract } from '@earshot/proto/http/scan';
import { until } from '@earshot/platform/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import type { ScanWorld } from './scan-world.ts';
import { openScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeEach(async () => {
  world = await openScanWorld();
});
afterEach(() => world.services.stop());

async function learned(userId: string): Promise<Learning> {
  return learning.parse((await world.services.fetch(scanContract.learning, { userId })).body);
}

async function leadsOf(userId: string): Promise<Lead[]> {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
  return leadList.parse(body).leads;
}

const move = (userId: string, { id }: Lead, status: Lead['status']) =>
  world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body: { status } });
const rate = (userId: string, { id }: Lead, rating: Lead['rating']) =>
  world.services.fetch(leadContract.rateLead, { userId, params: { id }, body: { rating } });

const counts = (userId: string, wanted: number, unwanted: number) =>
  until(`labels ${wanted} and ${unwanted}`, async () => {
    const { labels } = await learned(userId);
    return labels.wanted === wanted && labels.unwanted === unwanted;
  });

describe('labels', () => {
  it('follow contacts, skips, thumbs, and what is taken back', async () => {
    world.source.communities.set('freelance', makePosts('freelance', 6, { buyerEvery: 1, newest: new Date() }));
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const [first, second, third] = await leadsOf(userId);
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few leads');
    expect(await learned(userId)).toMatchObject({ isOn: true, labels: { wanted: 0, unwanted: 0 }, updatedAt: null });
    await move(userId, first, 'contacted');
    await move(userId, second, 'skipped');
    await counts(userId, 1, 1);
    await rate(userId, first, 'down');
    await counts(userId, 0, 2);
    await rate(userId, first, null);
    await move(userId, second, 'new');
    await counts(userId, 1, 0);
    await rate(userId, third, 'up');
    await counts(userId, 2, 0);
    expect((await world.services.fetch(scanContract.forgetLearning, { userId })).status).toBe(204);
    await counts(userId, 0, 0);
    const off = await world.services.fetch(scanContract.turnLearning, { userId, body: { isOn: false } });
    expect(off.body).toMatchObject({ isOn: false, isApplied: false });
  });
});
