import { appError } from '@earshot/core';
import { figureOf, until } from '@earshot/core/testing';
import { type EventFields, timestampDate } from '@earshot/proto/events';
import { type SourceHealth, sourceHealthContract } from '@earshot/proto/http/source-health';
import { leadContract } from '@earshot/proto/http/lead';
import { listening, scanContract } from '@earshot/proto/http/scan';
import type { Platform } from '@earshot/service-kit';
import { consume } from '@earshot/event-bus';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceHealthParts } from '../src/source-health-parts.ts';
import { settingsClient } from '../src/clients/lead.ts';
import { asksChannel, type FeedDocument } from '../src/store/feed-store.ts';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const minuteMs = 60_000;
let shiftMs = 0;
/** Runs, and moves ahead by hand. */
const clock = { now: () => new Date(Date.now() + shiftMs) };
let world: ScanWorld;
let scan: Platform;
/** The events for users, in order. */
const events: { readonly userId: string; readonly is: string; readonly value: object }[] = [];
const note = async ({
  userId,
  payload,
}: {
  userId: string;
  payload: { case: string; value: EventFields<'sourceStopped'> | EventFields<'sourceResumed'> };
}) => {
  const { source, since } = payload.value;
  const fields = 'state' in payload.value ? { state: payload.value.state, cause: payload.value.cause } : {};
  const value = { source, since: since && timestampDate(since).toISOString(), ...fields };
  events.push({ userId, is: payload.case, value });
};

beforeAll(async () => {
  world = await openScanWorld({ clock });
  scan = world.services.platformOf('scan');
  const handlers = { sourceStopped: note, sourceResumed: note };
  await scan.bus.subscribe(consume({ group: 'test-sources', topic: 'scan.events', handlers }));
});
afterAll(() => world.services.stop());
afterEach(async () => {
  world.source.onRequest = async () => undefined;
  for (const userId of listeners.splice(0)) {
    await world.services.fetch(leadContract.saveConfiguration, { userId, body: { listen: false } });
    await until('nobody listens', async () => {
      const { body } = await world.services.fetch(scanContract.listening, { userId });
      return listening.parse(body).communities === 0;
    });
  }
  events.splice(0);
  for (const name of ['community_feeds', 'source_states', 'source_hours', 'reddit_post_cache'])
    await scan.documents.collection(name).deleteMany({});
});

const feedOf = (name: string) => scan.documents.collection<FeedDocument>('community_feeds').findOne({ name });

const listeners: string[] = [];

async function listener(communities: readonly string[]): Promise<string> {
  for (const name of communities)
    world.source.communities.set(name, makePosts(name, 10, { buyerEvery: 5, newest: clock.now() }));
  const userId = await world.user(communities, { listen: true, scanFrequency: 'manual' });
  listeners.push(userId);
  for (const name of communities)
    await until(`${name} is read`, async () => (await feedOf(name))?.headFetchedAt, 20_000);
  return userId;
}

/** Moves ahead, and waits until ingest has tried the communities again. */
async function triedAfter(minutes: number, ...communities: string[]): Promise<void> {
  shiftMs += minutes * minuteMs;
  const from = clock.now();
  for (const name of communities)
    await until(`${name} is tried`, async () => {
      await scan.kv.publish(asksChannel, 'sample');
      return ((await feedOf(name))?.triedAt ?? new Date(0)) >= from;
    });
}

/** One look of several replicas at once. */
async function look(replicas = 1): Promise<void> {
  const parts = Array.from({ length: replicas }, () => sourceHealthParts(scan, settingsClient(scan.call)));
  await Promise.all(parts.map(({ monitor }) => monitor.start()));
  await Promise.all(parts.map(({ monitor }) => monitor.stop()));
  for (const { relay } of parts) {
    relay.notify();
    await relay.stop();
  }
}

async function board(userId: string) {
  const { status, body } = await world.services.fetch(sourceHealthContract.sourcesHealth, { userId });
  expect(status).toBe(200);
  return sourceHealthContract.sourcesHealth.response.parse(body);
}
const samplesOf = ({ sources }: { readonly sources: readonly SourceHealth[] }) =>
  sources.find(({ source }) => source === 'sample');

const refuse = async () => {
  throw appError('source.refused', { host: 'oauth.reddit.com', status: 403 });
};

describe('a source that refuses our requests', () => {
  it('is shown with its cause, and notifies each of its users once, and once when it is back', async () => {
    const userId = await listener(['freelance', 'smallbusiness']);
    const other = await world.user(['freelance']);
    const elsewhere = await world.user([]);
    expect(samplesOf(await board(userId))).toMatchObject({ state: 'listening', communities: { read: 2, failing: 0 } });

    world.source.onRequest = refuse;
    await triedAfter(250, 'freelance', 'smallbusiness');
    const stopped = await board(userId);
    expect(samplesOf(stopped)).toMatchObject({
      state: 'refused',
      cause: 'Refused by oauth.reddit.com: 403',
      communities: { read: 2, failing: 2, silent: 0 },
      settings: [],
    });
    const since = samplesOf(stopped)?.since;
    const nextTryMs = Date.parse(samplesOf(stopped)?.nextTryAt ?? '') - clock.now().getTime();
    expect(nextTryMs).toBeGreaterThan(9 * minuteMs);
    expect(nextTryMs).toBeLessThanOrEqual(10 * minuteMs);
    expect(stopped.communities.map(({ communityLabel, trouble, cause }) => [communityLabel, trouble, cause])).toEqual([
      ['r/freelance', 'failing', 'Refused by oauth.reddit.com: 403'],
      ['r/smallbusiness', 'failing', 'Refused by oauth.reddit.com: 403'],
    ]);
    expect((await board(elsewhere)).communities).toEqual([]);

    await look();
    expect(events).toEqual([]);
    await triedAfter(11, 'freelance', 'smallbusiness');
    await look(2);
    await look();
    const value = { source: 'sample', since, state: 'refused', cause: 'Refused by oauth.reddit.com: 403' };
    const users = () => events.map((one) => one.userId).toSorted();
    await until('both users are notified', () => events.length >= 2);
    expect(events.every((one) => one.is === 'sourceStopped')).toBe(true);
    expect(events[0]?.value).toEqual(value);
    expect(users()).toEqual([userId, other].toSorted());

    world.source.onRequest = async () => undefined;
    await triedAfter(11, 'freelance', 'smallbusiness');
    await look(2);
    await look();
    await until('both users are notified again', () => events.length >= 4);
    expect(events.slice(2).map(({ is, value: said }) => [is, said])).toEqual([
      ['sourceResumed', { source: 'sample', since }],
      ['sourceResumed', { source: 'sample', since }],
    ]);
    expect(samplesOf(await board(userId))).toMatchObject({
      state: 'listening',
      cause: null,
      communities: { failing: 0 },
    });
  });

  it('is not an outage after one failed read, and one community alone does not stop it', async () => {
    const userId = await listener(['startups', 'sales']);
    world.source.onRequest = async (name) => (name === 'startups' ? refuse() : undefined);
    await triedAfter(250, 'startups', 'sales');
    await triedAfter(11, 'startups');
    await look();
    expect(samplesOf(await board(userId))).toMatchObject({
      state: 'listening',
      cause: 'Refused by oauth.reddit.com: 403',
      communities: { read: 2, failing: 1 },
    });
    world.source.onRequest = refuse;
    await triedAfter(250, 'startups', 'sales');
    shiftMs += 30 * minuteMs;
    await look();
    expect(samplesOf(await board(userId))).toMatchObject({ state: 'refused' });
    expect(events).toEqual([]);
  });
});

it('marks a community that falls silent, and counts the posts of a day', async () => {
  const userId = await listener(['quiet']);
  expect(samplesOf(await board(userId))).toMatchObject({ postsLastDay: 10, usualPostsADay: null, budgetLeft: null });
  // Its posts are one minute apart.
  await triedAfter(250, 'quiet');
  const silent = await board(userId);
  expect(silent.communities).toMatchObject([{ name: 'quiet', trouble: 'silent', cause: null, usualGapSeconds: 60 }]);
  expect(samplesOf(silent)).toMatchObject({ state: 'listening', communities: { read: 1, failing: 0, silent: 1 } });
  expect(samplesOf(silent)?.lastPostAt).toBe(silent.communities[0]?.since);
});

it('is a metric, and administrators see it over the communities of all users', async () => {
  await listener(['metered']);
  const text = await world.services.scrape();
  expect(figureOf(text, 'sourceState', { source: 'sample', state: 'listening' })).toBe(1);
  expect(figureOf(text, 'sourceState', { source: 'sample', state: 'refused' })).toBe(0);
  const { body } = await world.services.fetch(sourceHealthContract.allSourcesHealth, { userId: 'admin', admin: true });
  expect(samplesOf(sourceHealthContract.allSourcesHealth.response.parse(body))).toMatchObject({
    communities: { read: 1 },
  });
});
