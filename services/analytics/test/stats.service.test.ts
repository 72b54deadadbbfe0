import { analyticsContract } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { communityAdded, communityRemoved, leadCreated, leadMoved, leadRescored } from './events.ts';
import { type AnalyticsWorld, hoursBefore, noon, startAnalytics } from './support.ts';

let world: AnalyticsWorld & { stop(): Promise<void> };
beforeAll(async () => {
  world = await startAnalytics();
});
afterAll(() => world.stop());

async function stats(userId: string, query: Record<string, string> = {}) {
  const { status, body } = await world.services.fetch(analyticsContract.stats, { userId, query });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const nothing = { totalLeads: 0, leadsToday: 0, averageScore: 0, activeSubreddits: 0, responseRate: 0 };

describe('the figures of a user', () => {
  it('are zero before anything happens', async () => {
    expect(await stats(randomUUID())).toEqual(nothing);
  });

  it('count leads, those of today, their average, communities and answers', async () => {
    const user = randomUUID();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `${user}-${name}`);
    await world.publish([
      leadCreated(user, `${a}`, { score: 10 }),
      leadCreated(user, `${b}`, { score: 5.1 }),
      leadCreated(user, `${c}`, { score: 6.3, at: hoursBefore(30) }),
      leadCreated(user, `${d}`, { score: 0 }),
      leadMoved(user, `${a}`, 'contacted', 1),
      leadMoved(user, `${b}`, 'contacted', 1),
      leadMoved(user, `${b}`, 'responded', 2),
      leadMoved(user, `${c}`, 'contacted', 1),
      leadMoved(user, `${d}`, 'skipped', 1),
      communityAdded(user, `${user}-on`),
      communityAdded(user, `${user}-off`, false),
      communityAdded(user, `${user}-gone`),
      communityRemoved(user, `${user}-gone`),
      leadCreated('somebody else', `${user}-other`),
      communityAdded('somebody else', `${user}-theirs`),
    ]);
    await world.settled();
    // (10.0 + 5.1 + 6.3 + 0.0) / 4 = 5.35; 1 of 3.
    expect(await stats(user)).toEqual({
      totalLeads: 4,
      leadsToday: 3,
      averageScore: 5.4,
      activeSubreddits: 1,
      responseRate: 33.3,
    });
  });

  it('of every score have the right average', async () => {
    const user = randomUUID();
    const scores = Array.from({ length: 101 }, (_, tenths) => tenths / 10);
    await world.publish([
      ...scores.map((score) => leadCreated(user, `${user}-${score}`, { score })),
      leadCreated(user, `${user}-more`, { score: 9.7 }),
      leadCreated(user, `${user}-most`, { score: 9.9 }),
    ]);
    await world.settled();
    // (505.0 + 9.7 + 9.9) / 103 = 5.093...
    expect(await stats(user)).toMatchObject({ totalLeads: 103, averageScore: 5.1 });
  });

  it('are the same when events come again and in the wrong order', async () => {
    const user = randomUUID();
    const lead = `${user}-lead`;
    const late = [
      leadMoved(user, lead, 'responded', 2),
      leadMoved(user, lead, 'contacted', 1),
      communityRemoved(user, `${user}-c`),
    ];
    await world.publish(late);
    await world.settled();
    expect(await stats(user)).toEqual(nothing);
    await world.publish([leadCreated(user, lead, { score: 8 }), communityAdded(user, `${user}-c`), ...late]);
    await world.settled();
    const figures = { totalLeads: 1, leadsToday: 1, averageScore: 8, activeSubreddits: 0, responseRate: 100 };
    expect(await stats(user)).toEqual(figures);
    await world.publish([leadCreated(user, lead, { score: 8 })]);
    await world.settled();
    expect(await stats(user)).toEqual(figures);
  });

  it('are of facts that name the source, also if the lead or community changed before its creation arrived', async () => {
    const user = randomUUID();
    const [lead, community] = ['lead', 'community'].map((name) => `${user}-${name}`);
    const source = 'hacker-news';
    await world.publish([leadMoved(user, `${lead}`, 'contacted', 1), communityRemoved(user, `${community}`)]);
    await world.settled();
    await world.publish([leadCreated(user, `${lead}`, { source }), communityAdded(user, `${community}`, true, source)]);
    await world.settled();
    expect(await world.models.lead.findById(lead).lean()).toMatchObject({ source, status: 'contacted' });
    expect(await world.models.community.findById(community).lean()).toMatchObject({ source, isActive: false });
  });

  it('count a lead with the score that the model gave it later, in any order of the events', async () => {
    const user = randomUUID();
    const [early, late] = [`${user}-early`, `${user}-late`];
    await world.publish([
      leadCreated(user, early, { score: 6 }),
      leadRescored(user, early, { score: 9 }),
      leadCreated(user, early, { score: 6 }),
      leadRescored(user, late, { score: 2 }),
      leadCreated(user, late, { score: 7 }),
      leadRescored(user, late, { score: 2 }),
    ]);
    await world.settled();
    expect(await stats(user)).toMatchObject({ totalLeads: 2, leadsToday: 2, averageScore: 5.5 });
  });

  it('start the day in the requested time zone', async () => {
    const user = randomUUID();
    await world.publish([
      // 23:30 of the day before in Auckland (UTC+13), 6:30 in New York (UTC-5).
      leadCreated(user, `${user}-1`, { at: new Date('2026-11-21T10:30:00Z') }),
      leadCreated(user, `${user}-2`, { at: new Date('2026-11-21T11:30:00Z') }),
      leadCreated(user, `${user}-3`, { at: new Date('2026-11-20T23:59:00Z') }),
    ]);
    await world.settled();
    const today = async (tz?: string) => await stats(user, tz === undefined ? {} : { tz });
    expect(await today()).toMatchObject({ leadsToday: 2 });
    expect(await today('Pacific/Auckland')).toMatchObject({ leadsToday: 1 });
    expect(await today('America/New_York')).toMatchObject({ leadsToday: 2 });
    world.setTime(new Date('2026-11-22T04:30:00Z'));
    expect(await today('America/New_York')).toMatchObject({ leadsToday: 2 });
    expect(await today()).toMatchObject({ leadsToday: 0, totalLeads: 3 });
    world.setTime(noon);
  });
});
