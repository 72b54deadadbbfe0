import { analyticsContract } from '@earshot/proto/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountDeleted,
  discoveryConverted,
  discoveryRequested,
  leadCreated,
  scanEnded,
  scanProgressed,
  type Search,
  userRegistered,
} from './events.ts';
import { type AnalyticsWorld, hoursBefore, startAnalytics } from './support.ts';

const { adminDashboard, discoveryAnalytics } = analyticsContract;

let world: AnalyticsWorld & { stop(): Promise<void> };
beforeAll(async () => {
  world = await startAnalytics();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.settled();
  for (const { collection } of Object.values(world.models)) await collection.deleteMany({});
  world.descriptions = new Map();
  world.asked.length = 0;
});

async function ask(endpoint: typeof adminDashboard | typeof discoveryAnalytics, timeRange?: string) {
  const query = timeRange === undefined ? {} : { timeRange };
  const { status, body } = await world.services.fetch(endpoint, { userId: 'admin', admin: true, query });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

describe.each([
  ['dashboard', adminDashboard],
  ['discovery', discoveryAnalytics],
])('the figures of the %s', (_name, endpoint) => {
  it('are for administrators alone', async () => {
    expect(await world.services.fetch(endpoint, { userId: 'me' })).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
    expect(await world.services.fetch(endpoint, { userId: null })).toMatchObject({ status: 401 });
  });

  it('are refused for a range that there is not', async () => {
    const query = { timeRange: 'year' };
    const answer = await world.services.fetch(endpoint, { userId: 'admin', admin: true, query });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { timeRange: 'timeRange must be one of day, week, month' } },
    });
  });
});

describe('the dashboard', () => {
  it('counts all users, all leads and the running scans in every range, and new users and leads within it', async () => {
    const days = (n: number) => hoursBefore(24 * n - 1);
    await world.publish([
      ...[1, 2, 7, 8, 30, 31].map((n) => userRegistered(`user-${n}`, days(n))),
      ...[1, 7, 30, 31].map((n) => leadCreated('user-1', `lead-${n}`, { at: days(n) })),
      ...[1, 1.5, 7, 8, 31].map((n) => scanProgressed('user-1', `scan-${n}`, days(n))),
      scanEnded('user-1', 'scan-7', days(7)),
      scanProgressed('user-1', 'scan-7', days(7)),
    ]);
    await world.settled();
    const totals = { totalUsers: 6, totalLeads: 4, activeScans: 4 };
    expect(await ask(adminDashboard)).toEqual({ ...totals, newUsers: 1, newLeads: 1 });
    expect(await ask(adminDashboard, 'day')).toEqual({ ...totals, newUsers: 1, newLeads: 1 });
    expect(await ask(adminDashboard, 'week')).toEqual({ ...totals, newUsers: 3, newLeads: 2 });
    expect(await ask(adminDashboard, 'month')).toEqual({ ...totals, newUsers: 5, newLeads: 3 });
  });

  it('counts nothing of a deleted account, even if more of its events arrive; no document contains its id', async () => {
    const all = [
      userRegistered('gone'),
      leadCreated('gone', 'lead-of-gone'),
      scanProgressed('gone', 'scan-of-gone'),
      discoveryConverted('gone', { hash: 'h', visitor: 'v' }),
    ];
    await world.publish([...all, userRegistered('stays')]);
    await world.settled();
    expect(await ask(adminDashboard)).toMatchObject({ totalUsers: 2, totalLeads: 1, activeScans: 1 });
    await world.publish([accountDeleted('gone')]);
    await world.settled();
    await world.publish([...all, accountDeleted('gone'), accountDeleted('without events')]);
    await world.settled();
    expect(await ask(adminDashboard)).toMatchObject({ totalUsers: 1, totalLeads: 0, activeScans: 0 });
    for (const { collection } of Object.values(world.models)) {
      expect(JSON.stringify(await collection.find({}).toArray())).not.toContain('gone');
    }
  });
});

/** A community in the form of an answer. */
const named = (name: string) => ({ name, source: 'sample', sourceLabel: 'Sample data', communityLabel: `r/${name}` });

describe('the figures of the public search', () => {
  it('are empty before anybody searches', async () => {
    expect(await ask(discoveryAnalytics)).toEqual({
      totalRequests: 0,
      modelRequests: 0,
      uniqueDescriptions: 0,
      conversions: 0,
      conversionRate: 0,
      estimatedCost: 0,
      categories: {},
      topSubreddits: [],
      recentRequests: [],
    });
    expect(world.asked).toEqual([]);
  });

  it('count requests, searches and what came of them, within the range', async () => {
    const first: Search = { hash: 'invoices', visitor: 'ann', category: 'SaaS', communities: ['SaaS', 'freelance'] };
    const old: Search = {
      hash: 'bikes',
      visitor: 'old',
      category: 'Sports',
      communities: ['cycling'],
      at: hoursBefore(40),
    };
    const dogs: Search = { hash: 'dogs', visitor: 'ann', category: 'Pets', communities: ['dogs', 'SaaS'] };
    await world.publish([
      discoveryRequested({ ...first, modelCalled: true, at: hoursBefore(5) }),
      discoveryRequested({ ...first, modelCalled: false, at: hoursBefore(4) }),
      discoveryRequested({ ...first, modelCalled: false, visitor: 'bob', at: hoursBefore(3) }),
      discoveryRequested({ ...dogs, modelCalled: true, at: hoursBefore(2) }),
      discoveryRequested(old),
      // Two searches that led to one account are one conversion.
      discoveryConverted('user-ann', { ...first, at: hoursBefore(1) }),
      discoveryConverted('user-ann', { ...dogs, at: hoursBefore(1) }),
      discoveryConverted('user-old', { ...old, at: hoursBefore(1) }),
      // A second event of the same conversion still counts as one.
      discoveryConverted('user-old', { ...old, at: hoursBefore(1) }),
    ]);
    await world.settled();
    world.descriptions = new Map([
      ['invoices', 'Invoices for freelancers'],
      ['bikes', 'Bikes for everybody'],
    ]);
    expect(await ask(discoveryAnalytics)).toEqual({
      totalRequests: 4,
      modelRequests: 2,
      uniqueDescriptions: 2,
      conversions: 2,
      // Of ann and bob, ann made an account.
      conversionRate: 50,
      estimatedCost: 0.0004,
      categories: { SaaS: 3, Pets: 1 },
      topSubreddits: [
        { ...named('SaaS'), count: 4 },
        { ...named('freelance'), count: 3 },
        { ...named('dogs'), count: 1 },
      ],
      recentRequests: [
        { description: '', createdAt: hoursBefore(2).toISOString(), requestCount: 1, converted: true },
        {
          description: 'Invoices for freelancers',
          createdAt: hoursBefore(3).toISOString(),
          requestCount: 3,
          converted: true,
        },
      ],
    });
    expect(world.asked).toEqual([{ userId: 'admin', hashes: ['dogs', 'invoices'] }]);
    expect(await ask(discoveryAnalytics, 'week')).toMatchObject({
      totalRequests: 5,
      uniqueDescriptions: 3,
      conversions: 2,
      conversionRate: 66.7,
    });
  });

  it('count communities of the same name by source', async () => {
    const search = { visitor: 'ann', communities: ['ask'] };
    await world.publish([
      discoveryRequested({ ...search, hash: 'first', source: 'hacker-news' }),
      discoveryRequested({ ...search, hash: 'second', source: 'hacker-news' }),
      discoveryRequested({ ...search, hash: 'third' }),
    ]);
    await world.settled();
    expect(await ask(discoveryAnalytics)).toMatchObject({
      topSubreddits: [
        { name: 'ask', source: 'hacker-news', communityLabel: 'Ask HN', count: 2 },
        { ...named('ask'), count: 1 },
      ],
    });
  });

  it('name the top five categories, ten communities and twenty descriptions', async () => {
    const numbers = Array.from({ length: 25 }, (_, n) => n);
    await world.publish(
      numbers.flatMap((n) =>
        Array.from({ length: n < 3 ? 2 : 1 }, () =>
          discoveryRequested({
            hash: `hash-${n}`,
            visitor: `v-${n}`,
            category: `category-${String(n % 7)}`,
            communities: [`community-${String(n).padStart(2, '0')}`],
            at: hoursBefore(n * 0.1),
          }),
        ),
      ),
    );
    await world.settled();
    expect(await ask(discoveryAnalytics)).toMatchObject({
      categories: { 'category-0': 5, 'category-1': 5, 'category-2': 5, 'category-3': 4, 'category-4': 3 },
      topSubreddits: numbers.slice(0, 10).map((n) => ({ ...named(`community-0${n}`), count: n < 3 ? 2 : 1 })),
    });
    expect(world.asked).toEqual([{ userId: 'admin', hashes: numbers.slice(0, 20).map((n) => `hash-${n}`) }]);
  });

  it('lack only the texts while the discovery service is unavailable', async () => {
    await world.publish([discoveryRequested({ hash: 'invoices', visitor: 'ann' })]);
    await world.settled();
    world.descriptions = null;
    expect(await ask(discoveryAnalytics)).toMatchObject({ totalRequests: 1, recentRequests: [{ description: '' }] });
  });
});
