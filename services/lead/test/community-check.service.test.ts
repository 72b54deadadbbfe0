import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { CommunityRead, create, ScanEndedSchema, ScannedCommunitySchema } from '@earshot/proto/events';
import { discoveryContract, leadContract } from '@earshot/proto/http';
import { subreddit } from '@earshot/proto/http/lead';
import { defineService, route } from '@earshot/service-kit';
import { startTestServices } from '@earshot/testing';
import { z } from 'zod';
import { leadService } from '../src/service.ts';

type Checked = z.output<typeof discoveryContract.checkCommunity.response>;

/** Answers in place of the discovery service. */
let check: (name: string) => Promise<Checked>;
let asked: string[] = [];
const discovery = defineService({
  name: 'discovery',
  database: null,
  config: z.object({}),
  serves: [discoveryContract.checkCommunity],
  calls: [],
  publishes: ['scanEnded'],
  consumes: [],
  start: async () => ({
    routes: [
      route(discoveryContract.checkCommunity, ({ body }) => {
        asked.push(`${body.source} ${body.name}`);
        return check(body.name);
      }),
    ],
  }),
});

const services = await startTestServices([discovery, leadService]);
afterAll(() => services.stop());
beforeEach(() => {
  asked = [];
  check = async () => ({ exists: true, near: [] });
});

const add = (userId: string, name: string, isActive = true) =>
  services.fetch(leadContract.addSubreddit, { userId, body: { name, isActive } });
const list = async (userId: string) => {
  const { body } = await services.fetch(leadContract.listSubreddits, { userId });
  return z.array(subreddit).parse(body);
};
const checks = async (userId: string) => (await list(userId)).map((one) => [one.name, one.check]);

describe('the limits of a list', () => {
  const named = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const search = (userId: string, words: string) =>
    services.fetch(leadContract.addSubreddit, { userId, body: { name: `search:${words}`, source: 'hacker-news' } });
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    Map.groupBy(await Promise.all(answers), ({ status }) => status);

  it('has at most 200 communities, also when they are added at the same time', async () => {
    const userId = newId();
    // A service works on 100 calls of a user at once.
    for (const prefix of ['green_', 'black_']) await statuses(named(70, prefix).map((name) => add(userId, name)));
    const answers = await statuses(named(90, 'more_').map((name) => add(userId, name)));
    expect([...answers].map(([status, some]) => [status, some.length]).sort()).toEqual([
      [201, 60],
      [409, 30],
    ]);
    expect(answers.get(409)?.[0]).toMatchObject({
      body: {
        code: 'community.limit',
        message: 'You have reached the limit of 200 communities. Remove one to add another',
      },
    });
    const [first] = await list(userId);
    expect(await add(userId, first?.name ?? '')).toMatchObject({ status: 200 });
    await services.fetch(leadContract.deleteSubreddit, { userId, params: { id: first?.id ?? '' } });
    expect(await add(userId, 'coffee')).toMatchObject({ status: 201 });
    expect(await add(newId(), 'coffee')).toMatchObject({ status: 201 });
  });

  it('has at most 50 searches among them', async () => {
    const userId = newId();
    const answers = await statuses(named(60, 'green tea ').map((words) => search(userId, words)));
    expect([...answers].map(([status, some]) => [status, some.length]).sort()).toEqual([
      [201, 50],
      [409, 10],
    ]);
    expect(answers.get(409)?.[0]).toMatchObject({
      body: {
        code: 'community.search-limit',
        message: 'You have reached the limit of 50 searches. Remove one to add another',
      },
    });
    expect(await add(userId, 'coffee')).toMatchObject({ status: 201 });
  });
});

describe('adding a community', () => {
  it('asks once whether it exists, and not again for one that is there', async () => {
    const userId = newId();
    expect(await add(userId, 'r/Tea')).toMatchObject({ status: 201, body: { name: 'Tea', check: 'passed' } });
    expect(await add(userId, 'tea')).toMatchObject({ status: 200, body: { check: 'passed' } });
    expect(asked).toEqual(['sample Tea']);
  });

  it('refuses one that the sandbox lacks, which may exist at the real site, with near names', async () => {
    check = async () => ({ exists: false, near: ['tea', 'TeaHouse'] });
    const userId = newId();
    const message = 'r/teaa: Not in the sample data; connect Reddit to hear it. Did you mean r/tea or r/TeaHouse?';
    expect(await add(userId, 'teaa')).toMatchObject({
      status: 400,
      body: { code: 'community.unknown', message, fields: { name: message } },
    });
    check = async () => ({ exists: false, near: [] });
    expect(await add(userId, 'teaa')).toMatchObject({
      status: 400,
      body: { message: 'r/teaa: Not in the sample data; connect Reddit to hear it.' },
    });
    expect(await list(userId)).toEqual([]);
  });

  it('refuses one that does not exist at the real site', async () => {
    check = async () => ({ exists: false, near: [] });
    const settings = {
      REDDIT_CLIENT_ID: 'a-client',
      REDDIT_CLIENT_SECRET: 'a-secret',
      REDDIT_USER_AGENT: 'server:earshot:v1 (by /u/somebody)',
    };
    const connected = await startTestServices([discovery, leadService], { settings });
    try {
      const body = { name: 'teaa' };
      expect(await connected.fetch(leadContract.addSubreddit, { userId: newId(), body })).toMatchObject({
        status: 400,
        body: { code: 'community.unknown', message: 'r/teaa does not exist.' },
      });
    } finally {
      await connected.stop();
    }
  });

  it('waits at most 3 s for the source, and then adds it unchecked', async () => {
    check = () => new Promise(() => undefined);
    const userId = newId();
    const before = Date.now();
    expect(await add(userId, 'slow_tea')).toMatchObject({ status: 201, body: { check: 'waiting' } });
    expect(Date.now() - before).toBeGreaterThanOrEqual(2_900);
    check = async () => ({ exists: null, near: [] });
    expect(await add(userId, 'away_tea')).toMatchObject({ status: 201, body: { check: 'waiting' } });
  });

  it('does not check an inactive one, which no scan reads', async () => {
    const userId = newId();
    expect(await add(userId, 'tea', false)).toMatchObject({ status: 201, body: { check: 'waiting' } });
    expect(asked).toEqual([]);
  });
});

it('a scan checks the communities that it could read, and says why it could not read others', async () => {
  check = async () => ({ exists: null, near: [] });
  const [userId, other] = [newId(), newId()];
  for (const name of ['read', 'missing', 'failed', 'left']) await add(userId, name);
  await add(other, 'read');
  const scanned = (name: string, read: CommunityRead, problem?: string) =>
    create(ScannedCommunitySchema, { source: 'sample', name, read, ...(problem !== undefined && { problem }) });
  const value = create(ScanEndedSchema, {
    communities: [
      scanned('read', CommunityRead.DONE),
      scanned('missing', CommunityRead.MISSING, 'This community does not exist'),
      scanned('failed', CommunityRead.UNSPECIFIED, 'No connection to oauth.reddit.com'),
      scanned('left', CommunityRead.UNSPECIFIED),
    ],
  });
  const platform = services.platformOf('discovery');
  await platform.bus.publish([platform.event({ userId, payload: { case: 'scanEnded', value } }).record]);
  await until('the checks', async () => (await checks(userId)).some(([, state]) => state === 'failed'));
  expect(await checks(userId)).toEqual([
    ['read', 'passed'],
    ['missing', 'missing'],
    ['failed', 'failed'],
    ['left', 'waiting'],
  ]);
  expect((await list(userId)).map(({ problem }) => problem)).toEqual([
    null,
    'This community does not exist',
    'No connection to oauth.reddit.com',
    null,
  ]);
  expect(await checks(other)).toEqual([['read', 'waiting']]);
  // The next scan can read it.
  const again = create(ScanEndedSchema, { communities: [scanned('failed', CommunityRead.DONE)] });
  await platform.bus.publish([platform.event({ userId, payload: { case: 'scanEnded', value: again } }).record]);
  await until('the next check', async () => (await list(userId)).every(({ check: state }) => state !== 'failed'));
  expect((await list(userId))[2]).toMatchObject({ check: 'passed', problem: null });
});
