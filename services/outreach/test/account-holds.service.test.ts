import { newId } from '@earshot/core';
import { outreachContract } from '@earshot/proto/http';
import { redditAccount } from '@earshot/proto/http/outreach';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Behaviour } from './support/fake-reddit.ts';
import { accountsOf, linkAccount, messageIn, noon, type Person, person, sendDm, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

const refusal = (code: string, words: string, ratelimit?: number): Behaviour => ({
  takes: false,
  answer: { body: { json: { errors: [[code, words, null]], ...(ratelimit !== undefined && { ratelimit }) } } },
});
const holdOf = async ({ userId }: Pick<Person, 'userId'>) => (await accountsOf(world, userId))[0]?.hold;
const inSeconds = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();
const check = (userId: string, id: string) =>
  world.services.fetch(outreachContract.checkAccount, { userId, params: { id } });
const checked = async ({ userId, accountId }: Person) => {
  const { status, body } = await check(userId, accountId);
  expect(status).toBe(200);
  return redditAccount.parse(body);
};

describe('a limited account', () => {
  it('is reported until the time that the site names, in seconds or in words', async () => {
    const who = await person(world, 'hasty_shop');
    expect(await holdOf(who)).toBeNull();
    world.site.script(refusal('RATELIMIT', 'try again in 9 minutes.', 512.2));
    expect(messageIn(await sendDm(world, who, { key: '1' })).status).toBe('failed');
    expect(await holdOf(who)).toEqual({ reason: 'limited', until: inSeconds(514) });
    world.site.script(refusal('RATELIMIT', 'you are doing that too much. try again in 5 minutes.'));
    await sendDm(world, who, { key: '2' });
    expect(await holdOf(who)).toEqual({ reason: 'limited', until: inSeconds(301) });
    world.pass(300_000);
    expect(await holdOf(who)).toMatchObject({ reason: 'limited' });
    world.pass(1_000);
    expect(await holdOf(who)).toBeNull();
  });

  it('waits five minutes if the site names no time, and no longer than until a message arrives', async () => {
    const who = await person(world, 'waiting_shop');
    world.site.script(refusal('RATELIMIT', 'you are doing that too much. try again later.'));
    await sendDm(world, who, { key: '1' });
    expect(await holdOf(who)).toEqual({ reason: 'limited', until: inSeconds(300) });
    expect((await checked(who)).hold).toEqual({ reason: 'limited', until: inSeconds(300) });
    expect(messageIn(await sendDm(world, who, { key: '2' })).status).toBe('sent');
    expect(await holdOf(who)).toBeNull();
  });

  it('is not reported for the limit of one community', async () => {
    const who = await person(world, 'local_shop');
    world.site.script(refusal('SUBREDDIT_RATELIMIT', 'try again in 9 minutes.'));
    await sendDm(world, who);
    expect(await holdOf(who)).toBeNull();
  });
});

describe('a suspended account', () => {
  it('is found by a refusal without a reason, until the time that the site names', async () => {
    const who = await person(world, 'barred_shop');
    const until = new Date(noon.getTime() + 3 * 86_400_000);
    world.site.suspend('barred_shop', until);
    expect(messageIn(await sendDm(world, who))).toMatchObject({
      status: 'failed',
      code: 'SUSPENDED',
      errorMessage: 'Sandbox has suspended this account: sign in at Sandbox to see why. Nothing was sent',
    });
    expect(await holdOf(who)).toEqual({ reason: 'suspended', until: until.toISOString() });
  });

  it('stays reported until it is checked again', async () => {
    const who = await person(world, 'silent_shop');
    world.site.script(refusal('IN_TIMEOUT', 'your account is suspended for now'));
    expect(messageIn(await sendDm(world, who))).toMatchObject({ status: 'failed', code: 'IN_TIMEOUT' });
    world.site.suspend('silent_shop', null);
    world.pass(7 * 86_400_000);
    expect((await checked(who)).hold).toEqual({ reason: 'suspended', until: null });
    world.site.suspend('silent_shop', undefined);
    expect((await checked(who)).hold).toBeNull();
    expect(await holdOf(who)).toBeNull();
  });

  it('is found when it is linked, and reported until it is linked again', async () => {
    const userId = newId();
    world.site.suspend('late_shop', null);
    await linkAccount(world, userId, 'late_shop');
    expect(await holdOf({ userId })).toEqual({ reason: 'suspended', until: null });
    world.site.suspend('late_shop', undefined);
    await linkAccount(world, userId, 'late_shop');
    expect(await holdOf({ userId })).toBeNull();
  });

  it('is not what a ban from one community means', async () => {
    const who = await person(world, 'banned_shop');
    world.site.script({ takes: false, answer: { status: 403, body: '' } });
    expect(messageIn(await sendDm(world, who))).toMatchObject({ status: 'failed', code: 'HTTP_403' });
    expect(await holdOf(who)).toBeNull();
  });
});

it('checking an account reports an ended link and a site that does not answer', async () => {
  const who = await person(world, 'ended_shop');
  world.site.endPermission('ended_shop');
  expect(await checked(who)).toMatchObject({ isActive: false });
  expect(await checked(who)).toMatchObject({ isActive: false });
  const away = await person(world, 'away_shop');
  world.site.expire('away_shop');
  world.site.tokenStatus(503);
  expect(await check(away.userId, away.accountId)).toMatchObject({ status: 503, body: { code: 'source.unavailable' } });
  world.site.tokenStatus(null);
  expect(await check(newId(), away.accountId)).toMatchObject({ status: 404, body: { code: 'account.not-found' } });
});
