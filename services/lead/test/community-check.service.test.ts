import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { CommunityRead, create, ScanEndedSchema, ScannedCommunitySchema } from '@earshot/proto/events';
import { discoveryContract, leadContract } from '@earshot/proto/http';
import { subreddit } from '@earshot/proto/http/lead';
import { defineService, route } from '@earshot/service-kit';
import type { TestServices } from '@earshot/testing';
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

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([discovery, leadService]);
});
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

describe('adding a community', () => {
  it('asks once whether it exists, and not again for one that is there', async () => {
    const userId = newId();
    expect(await add(userId, 'r/Tea')).toMatchObject({ status: 201, body: { name: 'Tea', check: 'passed' } });
    expect(await add(userId, 'tea')).toMatchObject({ status: 200, body: { check: 'passed' } });
    expect(asked).toEqual(['reddit Tea']);
  });

  it('refuses one that does not exist, with near names', async () => {
    check = async () => ({ exists: false, near: ['tea', 'TeaHouse'] });
    const userId = newId();
    const message = 'r/teaa does not exist. Did you mean r/tea or r/TeaHouse?';
    expect(await add(userId, 'teaa')).toMatchObject({
      status: 400,
      body: { code: 'community.unknown', message, fields: { name: message } },
    });
    check = async () => ({ exists: false, near: [] });
    expect(await add(userId, 'teaa')).toMatchObject({ status: 400, body: { message: 'r/teaa does not exist.' } });
    expect(await list(userId)).toEqual([]);
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

it('a scan checks the communities that it could read, and those that do not exist', async () => {
  check = async () => ({ exists: null, near: [] });
  const [userId, other] = [newId(), newId()];
  for (const name of ['read', 'missing', 'failed']) await add(userId, name);
  await add(other, 'read');
  const scanned = (name: string, read: CommunityRead) =>
    create(ScannedCommunitySchema, { source: 'reddit', name, read });
  const value = create(ScanEndedSchema, {
    communities: [
      scanned('read', CommunityRead.DONE),
      scanned('missing', CommunityRead.MISSING),
      scanned('failed', CommunityRead.UNSPECIFIED),
    ],
  });
  const platform = services.platformOf('discovery');
  await platform.bus.publish([platform.event({ userId, payload: { case: 'scanEnded', value } }).record]);
  await until('the checks', async () => (await checks(userId)).some(([, state]) => state === 'missing'));
  expect(await checks(userId)).toEqual([
    ['read', 'passed'],
    ['missing', 'missing'],
    ['failed', 'waiting'],
  ]);
  expect(await checks(other)).toEqual([['read', 'waiting']]);
});
