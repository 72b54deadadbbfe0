import { analyticsContract } from '@earshot/proto/http';
import { leadFigures } from '@earshot/proto/http/analytics';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { leadCreated, leadMoved, leadRescored } from './events.ts';
import { type AnalyticsWorld, startAnalytics } from './support.ts';

let world: AnalyticsWorld & { stop(): Promise<void> };
beforeAll(async () => {
  world = await startAnalytics();
});
afterAll(() => world.stop());

const ask = (userId: string | null, query: Record<string, string> = {}) =>
  world.services.fetch(analyticsContract.leadFigures, { userId, query });
const figuresOf = async (userId: string, query: Record<string, string> = {}) =>
  leadFigures.parse((await ask(userId, query)).body);
const at = (time: string) => new Date(time);

describe('the figures of all leads', () => {
  it('are zero before anything happens', async () => {
    const figures = await figuresOf(randomUUID());
    expect(figures).toMatchObject({ found: 0, contacted: 0, replied: 0, communities: [] });
    expect(figures.trend.map(({ date, count }) => [date, count])).toEqual(
      ['15', '16', '17', '18', '19', '20', '21'].map((day) => [`2026-11-${day}`, 0]),
    );
    expect(figures.bands.map(({ label }) => label)).toEqual(['9.0-10.0', '8.0-8.9', '7.0-7.9', '6.0-6.9', 'below 6.0']);
  });

  it('follow each lead by community, score and draft, with the same leads in each list', async () => {
    const user = randomUUID();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `${user}-${name}`);
    await world.publish([
      leadCreated(user, `${a}`, { score: 9, community: 'SaaS' }),
      leadCreated(user, `${b}`, { score: 8.9, community: 'saas' }),
      leadCreated(user, `${c}`, { score: 5.9, community: 'ask', source: 'hacker-news' }),
      leadCreated(user, `${d}`, { score: 6.3, community: 'SaaS' }),
      leadRescored(user, `${d}`, { score: 7 }),
      leadMoved(user, `${a}`, 'contacted', 1, 'help-first'),
      leadMoved(user, `${a}`, 'responded', 2),
      leadMoved(user, `${b}`, 'contacted', 1, 'help-first'),
      leadMoved(user, `${b}`, 'new', 2),
      leadMoved(user, `${b}`, 'contacted', 3, 'offer-first'),
      leadMoved(user, `${c}`, 'contacted', 1),
      leadMoved(user, `${d}`, 'skipped', 1),
      leadCreated('somebody else', `${user}-other`),
    ]);
    await world.settled();
    const figures = await figuresOf(user);
    expect(figures).toMatchObject({ found: 4, contacted: 3, replied: 1 });
    expect(figures.bands.map(({ found, contacted, replied }) => [found, contacted, replied])).toEqual([
      [1, 1, 1],
      [1, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
    ]);
    expect(figures.communities).toEqual([
      expect.objectContaining({ source: 'sample', averageScore: 8.3, found: 3, contacted: 2, replied: 1 }),
      expect.objectContaining({ source: 'hacker-news', averageScore: 5.9, found: 1, contacted: 1, replied: 0 }),
    ]);
    expect(figures.variants).toEqual([
      { variant: 'help-first', contacted: 1, replied: 1 },
      { variant: 'question-first', contacted: 0, replied: 0 },
      { variant: 'offer-first', contacted: 1, replied: 0 },
      { variant: null, contacted: 1, replied: 0 },
    ]);
  });

  it('know the draft of the latest contact, in whichever order the events come', async () => {
    const user = randomUUID();
    const lead = `${user}-late`;
    await world.publish([
      leadMoved(user, lead, 'responded', 4),
      leadMoved(user, lead, 'contacted', 3, 'question-first'),
      leadMoved(user, lead, 'contacted', 1, 'help-first'),
      leadRescored(user, lead, { score: 9 }),
      leadCreated(user, lead, { score: 5, community: 'SaaS' }),
    ]);
    await world.settled();
    const { variants, communities } = await figuresOf(user);
    expect(variants.filter(({ contacted }) => contacted > 0)).toEqual([
      { variant: 'question-first', contacted: 1, replied: 1 },
    ]);
    expect(communities).toMatchObject([{ name: 'SaaS', averageScore: 9 }]);
  });

  it('cut the trend by the days of the time zone, over changes of clocks too', async () => {
    const user = randomUUID();
    const times = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-24T21:59:00Z', '2026-10-25T23:30:00Z'];
    await world.publish(times.map((time, n) => leadCreated(user, `${user}-${n}`, { at: at(time) })));
    await world.settled();
    const trendOf = async (query: Record<string, string>) =>
      (await figuresOf(user, query)).trend.map(({ count }) => count);
    const days = { from: '2026-10-24', to: '2026-10-26' };
    expect(await trendOf(days)).toEqual([1, 3, 0]);
    expect(await trendOf({ ...days, tz: 'Europe/Berlin' })).toEqual([1, 2, 1]);
    expect(await trendOf({ ...days, tz: 'Pacific/Kiritimati' })).toEqual([0, 3, 1]);
    expect(await trendOf({ from: '2026-10-25', to: '2026-10-25' })).toEqual([3]);
    expect(await trendOf({ from: '2025-10-26', to: '2026-10-26' })).toHaveLength(366);
  });
});
