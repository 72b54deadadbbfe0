import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import {
  create,
  LeadStatusChangedSchema,
  ScanEndedSchema,
  ScanFunnelSchema,
  type ScanJobView,
  ScanJobViewSchema,
  ScannedCommunitySchema,
  SourceResumedSchema,
  SourceStoppedSchema,
  timestampFromDate,
} from '@earshot/proto/events';
import { leadContract, outreachContract } from '@earshot/proto/http';
import { notification } from '@earshot/proto/http/outreach';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { newsOf, noon, person, sendDm, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

/** Publishes the end of a scan of the user, as the scan service would. */
async function scanEnds(
  userId: string,
  fields: Partial<Omit<ScanJobView, '$typeName'>>,
  id = newId(),
  communities: readonly (readonly [source: string, name: string])[] = [],
): Promise<string> {
  const job = create(ScanJobViewSchema, { id, status: 'completed', newLeadsFound: 0, ...fields });
  const read = communities.map(([source, name]) => create(ScannedCommunitySchema, { source, name }));
  const value = create(ScanEndedSchema, { job, communities: read });
  const { bus, event } = world.services.platformOf('lead');
  await bus.publish([event({ userId, payload: { case: 'scanEnded', value } }).record]);
  return id;
}
const newsIn = (userId: string, count: number) =>
  until(`${count} notifications`, async () => {
    const all = await newsOf(world, userId);
    return all.length >= count && all;
  });
const read = (userId: string | null, body?: unknown) =>
  world.services.fetch(outreachContract.readNotifications, { userId, body });

describe('the end of a scan', () => {
  it('creates a notification with the result or the error', async () => {
    const userId = newId();
    await scanEnds(userId, { newLeadsFound: 3 });
    await scanEnds(userId, { newLeadsFound: 1 });
    await scanEnds(userId, { newLeadsFound: 1200, errorMessage: 'r/gone is private' });
    await scanEnds(userId, { funnel: create(ScanFunnelSchema, { filtered: 4 }) });
    await scanEnds(userId, { funnel: create(ScanFunnelSchema, { scored: 4 }), errorMessage: 'r/gone is private' });
    await scanEnds(userId, { funnel: create(ScanFunnelSchema, { capped: 1 }) });
    const limitResetsAt = timestampFromDate(noon);
    await scanEnds(userId, { funnel: create(ScanFunnelSchema, { capped: 1100 }), limitResetsAt });
    await scanEnds(userId, { status: 'failed', errorMessage: 'No community could be read' });
    await scanEnds(userId, { status: 'failed' });
    const news = await newsIn(userId, 9);
    expect(news.toReversed().map(({ kind, title, text, link }) => [kind, title, text, link])).toEqual([
      ['new-leads', '3 new leads found', 'Look at them while the posts are fresh.', '/dashboard/leads'],
      ['new-leads', '1 new lead found', 'Look at it while the post is fresh.', '/dashboard/leads'],
      [
        'new-leads',
        '1,200 new leads found',
        'Look at them while the posts are fresh. Could not be read: r/gone is private. See Settings > Sources for what to do.',
        '/dashboard/leads',
      ],
      ['scan-ended', 'No new leads found', 'No new post looks like a customer.', '/dashboard/leads'],
      [
        'scan-ended',
        'No new leads found',
        'No new post looks like a customer. Could not be read: r/gone is private. See Settings > Sources for what to do.',
        '/dashboard/leads',
      ],
      [
        'scan-ended',
        'New leads held back',
        '1 good post waits for the next scan: a limit of leads is reached.',
        '/dashboard/leads',
      ],
      [
        'scan-ended',
        'New leads held back',
        '1,100 good posts wait for the next scan: your daily limit of leads is reached; it ends at 00:00 UTC.',
        '/dashboard/leads',
      ],
      [
        'scan-failed',
        'Scan failed',
        'No community could be read. See Settings > Sources for what to do.',
        '/dashboard/settings#sources',
      ],
      ['scan-failed', 'Scan failed', 'An error occurred during the scan.', '/dashboard/configuration'],
    ]);
    expect(news.every(({ isRead, createdAt }) => !isRead && createdAt === noon.toISOString())).toBe(true);
  });

  it('counts posts without a score, and never says that no post fits when none was judged', async () => {
    const userId = newId();
    const funnel = (counts: Partial<Record<'known' | 'stale' | 'filtered' | 'scored' | 'unscored', number>>) =>
      create(ScanFunnelSchema, counts);
    await scanEnds(userId, { funnel: funnel({ unscored: 1200 }) });
    await scanEnds(userId, { funnel: funnel({ scored: 3, unscored: 1 }) });
    await scanEnds(userId, { newLeadsFound: 1, funnel: funnel({ scored: 3, unscored: 2 }) });
    await scanEnds(userId, { funnel: funnel({ known: 5, stale: 2 }), errorMessage: 'r/gone is private' });
    const news = await newsIn(userId, 4);
    expect(news.toReversed().map(({ text }) => text)).toEqual([
      'No post was judged. 1,200 posts could not be scored.',
      'No new post looks like a customer. 1 post could not be scored.',
      'Look at it while the post is fresh. 2 posts could not be scored.',
      'The other communities had no new posts. Could not be read: r/gone is private. See Settings > Sources for what to do.',
    ]);
  });

  it('names the number of leads, and the community of a scan that read only one', async () => {
    const userId = newId();
    const saas = ['sample', 'SaaS'] as const;
    await scanEnds(userId, { newLeadsFound: 12 }, newId(), [saas]);
    await scanEnds(userId, { newLeadsFound: 1 }, newId(), [['hacker-news', 'search:late payments']]);
    await scanEnds(userId, { newLeadsFound: 2 }, newId(), [saas, ['sample', 'freelance']]);
    await scanEnds(userId, {}, newId(), [saas]);
    const [none, several, search, one] = await newsIn(userId, 4);
    expect(one).toMatchObject({
      title: '12 new leads found in r/SaaS',
      link: '/dashboard/leads?subreddit=SaaS&source=sample',
      leads: 12,
      source: 'sample',
      sourceLabel: 'Sample data',
      subreddit: 'SaaS',
      communityLabel: 'r/SaaS',
    });
    expect(search).toMatchObject({
      link: '/dashboard/leads?subreddit=search%3Alate+payments&source=hacker-news',
      leads: 1,
      source: 'hacker-news',
    });
    expect(search?.title).toBe(`1 new lead found in ${search?.communityLabel}`);
    expect(several).toMatchObject({ title: '2 new leads found', link: '/dashboard/leads', leads: 2 });
    expect(several).not.toHaveProperty('subreddit');
    expect(none).not.toHaveProperty('leads');
  });

  it('is notified once, and a cancelled one not at all', async () => {
    const userId = newId();
    await scanEnds(userId, { status: 'cancelled', newLeadsFound: 2 });
    const id = await scanEnds(userId, { newLeadsFound: 2 });
    await scanEnds(userId, { newLeadsFound: 2 }, id);
    await scanEnds(userId, { newLeadsFound: 5 });
    const titles = (await newsIn(userId, 2)).map(({ title }) => title);
    expect(titles).toEqual(['5 new leads found', '2 new leads found']);
  });

  it('is not notified to users who turned notifications off, from that moment', async () => {
    const userId = newId();
    const want = (notificationMethod: string) =>
      world.services.fetch(leadContract.saveConfiguration, { userId, body: { notificationMethod } });
    await want('none');
    await scanEnds(userId, { newLeadsFound: 1 });
    await scanEnds(userId, { newLeadsFound: 2 });
    // Waits until no scan event is left to handle. Notifications of other users would not show this; only events of the
    // same user are in order.
    const handled = world.services.platformOf('outreach').bus;
    await until('silence', async () => (await handled.lag('outreach', 'scan.events')) === 0);
    await want('email');
    await scanEnds(userId, { newLeadsFound: 3 });
    expect(await newsIn(userId, 1)).toMatchObject([{ title: '3 new leads found' }]);
  });
});

it('leads that a changed business withdrew are notified once a day', async () => {
  const userId = newId();
  const { bus, event } = world.services.platformOf('lead');
  const changed = (leadId: string, byScore: boolean) => {
    const facts = { leadId, fromStatus: 'new', toStatus: 'skipped', revision: 1, byScore };
    return event({ userId, payload: { case: 'leadStatusChanged', value: create(LeadStatusChangedSchema, facts) } })
      .record;
  };
  await bus.publish([changed('by-hand', false), changed('one', true), changed('another', true)]);
  await until('silence', async () => (await bus.lag('outreach', 'lead.events')) === 0);
  expect(await newsIn(userId, 1)).toMatchObject([
    { kind: 'leads-withdrawn', title: 'Leads withdrawn', link: '/dashboard/leads?status=skipped' },
  ]);
});

it('a source that stops is notified once for each outage, and once when it is back', async () => {
  const [userId, other] = [newId(), newId()];
  const { bus, event } = world.services.platformOf('lead');
  const since = timestampFromDate(noon);
  const stopped = (user: string, state: string, fields: { cause?: string; since?: typeof since } = {}) => {
    const value = create(SourceStoppedSchema, { source: 'sample', state, since, ...fields });
    return event({ userId: user, payload: { case: 'sourceStopped', value } }).record;
  };
  const resumed = create(SourceResumedSchema, { source: 'sample', since });
  const back = event({ userId, payload: { case: 'sourceResumed', value: resumed } }).record;
  const refused = { cause: 'Refused by oauth.reddit.com: 403' };
  await bus.publish([stopped(userId, 'refused', refused), stopped(userId, 'refused', refused), back, back]);
  const later = timestampFromDate(new Date(noon.getTime() + 3_600_000));
  await bus.publish([stopped(userId, 'unreachable', { since: later }), stopped(other, 'misconfigured', refused)]);
  await until('silence', async () => (await bus.lag('outreach', 'scan.events')) === 0);
  const page = { source: 'sample', sourceLabel: 'Sample data', link: '/dashboard/settings#sources' };
  const news = await newsIn(userId, 3);
  expect(news).toHaveLength(3);
  expect(news.toReversed()).toMatchObject([
    {
      kind: 'source-stopped',
      title: 'No new posts from Sample data',
      text: 'Refused by oauth.reddit.com: 403. Earshot keeps trying. See under Sources what you can do.',
      ...page,
    },
    { kind: 'source-resumed', title: 'Posts from Sample data again', ...page },
    { kind: 'source-stopped', text: 'Earshot keeps trying. You need not do anything.', ...page },
  ]);
  const [ofOther] = await newsIn(other, 1);
  expect(ofOther?.text).toContain('Ask your administrator to check its settings.');
});

it('a failed message creates a notification', async () => {
  const who = await person(world, 'news_shop');
  world.site.script({ takes: false, answer: { status: 404, body: '' } });
  await sendDm(world, who);
  expect(await newsIn(who.userId, 1)).toMatchObject([
    {
      kind: 'send-failed',
      source: 'sample',
      sourceLabel: 'Sample data',
      title: 'Direct message to u/wick_and_wax was not sent',
      text: 'Sandbox no longer has this post',
      link: '/dashboard/messages',
      isRead: false,
    },
  ]);
});

describe('notifications', () => {
  it('are read one by one or all at once, by their user alone', async () => {
    const [userId, other] = [newId(), newId()];
    for (const user of [userId, userId, userId, other]) await scanEnds(user, {});
    const [first, second, third] = await newsIn(userId, 3);
    const [foreign] = await newsIn(other, 1);
    const states = async (answer: ReturnType<typeof read>) => {
      const { status, body } = await answer;
      expect(status).toBe(200);
      return z
        .array(notification)
        .parse(body)
        .map(({ id, isRead }) => [id, isRead]);
    };
    const after = await states(read(userId, { ids: [second?.id, foreign?.id, 'none'] }));
    expect(after).toEqual([
      [first?.id, false],
      [second?.id, true],
      [third?.id, false],
    ]);
    expect((await states(read(userId))).map(([, isRead]) => isRead)).toEqual([true, true, true]);
    expect(await newsOf(world, other)).toMatchObject([{ isRead: false }]);
    expect(await states(read(other, { ids: [] }))).toEqual([[foreign?.id, false]]);
  });

  it('are shown up to the newest hundred, and go after ninety days', async () => {
    const userId = newId();
    const stored = world.services.platformOf('outreach').documents.collection('notifications');
    for (let number = 0; number < 101; number += 1) await scanEnds(userId, { newLeadsFound: number + 2 });
    await until('all of them', async () => (await stored.countDocuments({ userId })) === 101);
    const shown = await newsOf(world, userId);
    expect([shown.length, shown[0]?.title, shown.at(-1)?.title]).toEqual([
      100,
      '102 new leads found',
      '3 new leads found',
    ]);
    const indexes = z.array(z.object({ expireAfterSeconds: z.number().optional() })).parse(await stored.indexes());
    expect(indexes.flatMap(({ expireAfterSeconds }) => expireAfterSeconds ?? [])).toEqual([90 * 24 * 3600]);
  });
});
