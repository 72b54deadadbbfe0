import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { bulkResult, leadList } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import { afterAll, describe, expect, it } from '@jest/globals';
import { storedLead } from './fixtures/stored-lead.ts';
import { noon, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const statuses = ['new', 'new', 'contacted', 'responded', 'skipped'] as const satisfies readonly LeadStatus[];

async function userWith(count: number): Promise<string> {
  const userId = newId();
  const lead = (n: number) =>
    storedLead({
      userId,
      title: n % 2 === 0 ? 'Who chases late invoices?' : 'A meetup',
      score: 5 + (n % 50) / 10,
      status: statuses[n % statuses.length] ?? 'new',
      createdAt: new Date(noon.getTime() - (n % 7) * 60_000),
    });
  await world.models().leads.insertMany(Array.from({ length: count }, (_, n) => lead(n)));
  return userId;
}

const ask = (userId: string, query: Record<string, string>, body: object) =>
  world.services.fetch(leadContract.changeLeads, { userId, query, body });

/** Repeats the call until all leads are done; resolves to the leads changed by each call. */
async function changeAll(userId: string, query: Record<string, string>, body: object): Promise<number[]> {
  const counts: number[] = [];
  for (let after = ''; ;) {
    const answer = await ask(userId, { ...query, ...(after !== '' && { after }) }, body);
    expect(answer.status).toBe(200);
    const { changed, next } = bulkResult.parse(answer.body);
    counts.push(changed.length);
    if (next === undefined) return counts;
    after = next;
  }
}

async function total(userId: string, query: Record<string, string>): Promise<number> {
  return leadList.parse((await world.services.fetch(leadContract.listLeads, { userId, query })).body).total;
}

describe('a change of all leads that match', () => {
  it('changes each once over several calls, also where the change moves leads out of the filter', async () => {
    const [userId, other] = [await userWith(250), await userWith(10)];
    expect(await total(userId, { status: 'new' })).toBe(100);
    expect(await changeAll(userId, { status: 'new', q: 'invoices' }, { status: 'skipped' })).toEqual([50]);
    expect(await total(userId, { status: 'new' })).toBe(50);
    expect(await changeAll(userId, {}, { rating: 'down' })).toEqual([100, 100, 50]);
    expect(await changeAll(userId, {}, { rating: 'down' })).toEqual([0, 0, 0]);
    expect(await changeAll(userId, { q: 'meetup' }, { rating: null })).toEqual([100, 25]);
    expect(await total(other, { status: 'new' })).toBe(4);
    await until('the events', () => world.published.filter((event) => event.userId === userId).length === 50);
  });

  it('leaves answered leads and those that cannot change, and is no message to anybody', async () => {
    const userId = await userWith(10);
    expect(await changeAll(userId, {}, { status: 'contacted' })).toEqual([6]);
    expect(await total(userId, { status: 'contacted' })).toBe(8);
    expect(await total(userId, { status: 'responded' })).toBe(2);
    const events = await until('the events', () => {
      const mine = world.published.flatMap((event) =>
        event.what === 'status' && event.userId === userId ? event : [],
      );
      return mine.length === 6 && mine;
    });
    for (const event of events) expect(event).toMatchObject({ to: 'contacted', messageType: null });
  });

  it('changes only the leads that are named, and lists them as they were', async () => {
    const userId = await userWith(10);
    const { leads } = leadList.parse((await world.services.fetch(leadContract.listLeads, { userId })).body);
    const named = leads.slice(0, 4);
    const ids = named.map(({ id }) => id).join(',');
    const skipped = bulkResult.parse((await ask(userId, { ids }, { status: 'skipped' })).body);
    const able = named.filter(({ status }) => status === 'new' || status === 'contacted');
    expect(new Map(skipped.changed.map(({ id, status }) => [id, status]))).toEqual(
      new Map(able.map(({ id, status }) => [id, status])),
    );
    expect(skipped.next).toBeUndefined();
    // The way back: each lead gets the status that the answer listed.
    const fresh = skipped.changed.flatMap(({ id, status }) => (status === 'new' ? [id] : []));
    expect(await changeAll(userId, { ids: fresh.join(','), status: 'skipped' }, { status: 'new' })).toEqual([
      fresh.length,
    ]);
    expect(await total(userId, { status: 'new' })).toBe(4);
    const other = await userWith(1);
    expect(await changeAll(other, { ids }, { rating: 'up' })).toEqual([0]);
  });

  it('stops at the limit of the caller, so that leads found since stay', async () => {
    const userId = await userWith(10);
    const { next = '', changed } = bulkResult.parse((await ask(userId, { limit: '7' }, { rating: 'up' })).body);
    expect(changed.length).toBe(7);
    const createdAt = new Date(noon.getTime() + 60_000);
    await world.models().leads.create(storedLead({ userId, title: 'Found since', score: 9, status: 'new', createdAt }));
    const rest = bulkResult.parse((await ask(userId, { limit: '3', after: next }, { rating: 'up' })).body);
    expect(rest.changed.length).toBe(3);
    const { leads } = leadList.parse((await world.services.fetch(leadContract.listLeads, { userId })).body);
    expect(leads[0]).toMatchObject({ createdAt: createdAt.toISOString(), rating: null });
    expect(leads.slice(1).every(({ rating }) => rating === 'up')).toBe(true);
  });

  it('refuses more ids than a call changes', async () => {
    const ids = Array.from({ length: 101 }, newId).join(',');
    const fields = { ids: 'ids has at most 100 entries' };
    expect(await ask(newId(), { ids }, { rating: 'up' })).toMatchObject({ status: 400, body: { fields } });
  });

  it('refuses a position of another list', async () => {
    const userId = await userWith(120);
    const { next = '' } = bulkResult.parse((await ask(userId, {}, { rating: 'up' })).body);
    expect((await ask(userId, { status: 'new', after: next }, { rating: 'up' })).status).toBe(400);
    expect((await ask(userId, { after: next }, { rating: 'up' })).status).toBe(200);
  });
});
