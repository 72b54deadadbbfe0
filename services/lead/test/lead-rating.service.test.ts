import { newId } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import type { LeadRated } from '@earshot/proto/events';
import { leadContract } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leadIn, type LeadWorld, startLead } from './support.ts';

let world: LeadWorld;
const published: { userId: string; value: LeadRated }[] = [];
beforeAll(async () => {
  world = await startLead();
  await world.platform.bus.subscribe(
    consume({
      group: 'ratings',
      topic: 'lead.events',
      handlers: { leadRated: async ({ userId, payload: { value } }) => void published.push({ userId, value }) },
    }),
  );
});
afterAll(() => world.stop());

function rate(userId: string | null, id: string, body: unknown) {
  return world.services.fetch(leadContract.rateLead, { userId, params: { id }, body });
}

/**
 * The rating events of a lead. Rates another lead of the user and waits for that event, so that all earlier ones have
 * arrived.
 */
async function publishedOf(userId: string, leadId: string): Promise<LeadRated[]> {
  const later = await leadIn(world, userId, 'new');
  await rate(userId, later, { rating: 'up' });
  await until('a later event', () => published.some(({ value }) => value.leadId === later));
  return published.flatMap((one) => (one.userId === userId && one.value.leadId === leadId ? one.value : []));
}

describe('the thumb of a lead', () => {
  it("is given, changed and withdrawn, and each change is published without the post's text", async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    for (const rating of ['up', 'down', null] as const) {
      expect(await rate(userId, id, { rating })).toMatchObject({ status: 200, body: { id, rating, status: 'new' } });
      const listed = await world.services.fetch(leadContract.listLeads, { userId });
      expect(listed.body).toMatchObject({ leads: [{ id, rating }] });
    }
    const postId = (await world.models().leads.findById(id).lean())?.redditPostId;
    const events = await publishedOf(userId, id);
    expect(events.map(({ rating, revision }) => [rating, revision])).toEqual([
      ['up', 1],
      ['down', 2],
      [undefined, 3],
    ]);
    for (const event of events) expect(event.postId).toBe(postId);
  });

  it('that it has already changes and publishes nothing', async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    const twice = await Promise.all(Array.from({ length: 6 }, () => rate(userId, id, { rating: 'down' })));
    expect(twice.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(await publishedOf(userId, id)).toHaveLength(1);
  });

  it('does not touch the status, nor the status the thumb', async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    await Promise.all([
      rate(userId, id, { rating: 'up' }),
      world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body: { status: 'skipped' } }),
    ]);
    const { body } = await world.services.fetch(leadContract.getLead, { userId, params: { id } });
    expect(body).toMatchObject({ rating: 'up', status: 'skipped' });
  });
});
