import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { AccountDeletedSchema, create } from '@earshot/proto/events';
import { outreachContract } from '@earshot/proto/http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsOf, beginLink, linkAccount, noon, origin, person, sendDm, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

const finish = (userId: string | null, query: Record<string, string>) =>
  world.services.fetch(outreachContract.finishLink, { userId, query });
const unlink = (userId: string | null, id: string) =>
  world.services.fetch(outreachContract.unlinkAccount, { userId, params: { id } });

/** Browsers may use any loopback name of an installation that serves its own machine. */
it.each([
  ['http://localhost:8080', origin],
  ['https://earshot.example', 'https://earshot.example'],
])('with EARSHOT_URL %s, the site sends the browser back to %s', async (EARSHOT_URL, back) => {
  const own = await startWorld({ settings: { EARSHOT_URL, EARSHOT_DEMO: 'true' } });
  const headers = { 'x-earshot-origin': origin };
  const answer = await own.services.fetch(outreachContract.linkAccount, { userId: newId(), headers });
  const to = new URL(answer.headers.get('location') ?? '');
  expect(to.searchParams.get('redirect_uri')).toBe(`${back}/api/reddit/callback`);
  await own.stop();
});

it('without a client, a public installation links no accounts, because its sandbox is closed to browsers', async () => {
  const own = await startWorld({ settings: { EARSHOT_URL: 'https://earshot.example' } });
  const answer = await own.services.fetch(outreachContract.linkAccount, { userId: newId() });
  expect(answer).toMatchObject({ status: 409, body: { code: 'source.no-sending' } });
  await own.stop();
});

describe('linking an account', () => {
  it('sends the browser to the site, where it is asked for what we need', async () => {
    const headers = { 'x-earshot-origin': origin };
    const answer = await world.services.fetch(outreachContract.linkAccount, { userId: newId(), headers });
    const to = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, to.origin + to.pathname]).toEqual([302, `${origin}/sandbox/api/v1/authorize`]);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: 'earshot',
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${origin}/api/reddit/callback`,
      duration: 'permanent',
      scope: 'identity read submit privatemessages history edit',
    });
  });

  it('stores the account under the name that the site returns', async () => {
    const userId = newId();
    const id = await linkAccount(world, userId, 'first_shop');
    const times = { createdAt: noon.toISOString(), updatedAt: noon.toISOString() };
    const labels = { source: 'sample', sourceLabel: 'Sample data', usernameLabel: 'u/first_shop' };
    expect(await accountsOf(world, userId)).toEqual([
      { id, userId, username: 'first_shop', ...labels, isActive: true, hold: null, ...times },
    ]);
    expect(await accountsOf(world, newId())).toEqual([]);
  });

  it.each([
    ['/dashboard/leads?lead=1', '/dashboard/leads?lead=1&linked=back_shop'],
    ['/dashboard/leads?lead=1&linked=other', '/dashboard/leads?lead=1&linked=back_shop'],
    [`/dashboard/leads?q=${'x'.repeat(1_980)}`, `/dashboard/leads?q=${'x'.repeat(1_980)}&linked=back_shop`],
    [`/dashboard/leads?q=${'x'.repeat(2_000)}`, '/dashboard/settings?linked=back_shop'],
    ['//evil.example/', '/dashboard/settings?linked=back_shop'],
    ['https://evil.example/', '/dashboard/settings?linked=back_shop'],
    ['/api/auth/logout', '/dashboard/settings?linked=back_shop'],
  ])('from %s ends on %s', async (wanted, page) => {
    const userId = newId();
    const state = await beginLink(world, userId, wanted);
    const ended = await finish(userId, { state, code: world.site.codeFor('back_shop') });
    expect([ended.status, ended.headers.get('location')]).toEqual([302, page]);
  });

  it('returns to the page that started it with the reason of a failure', async () => {
    const userId = newId();
    const state = await beginLink(world, userId, '/dashboard/leads?lead=1');
    const ended = await finish(userId, { state, error: 'access_denied' });
    expect(ended.headers.get('location')).toBe('/dashboard/leads?lead=1&linkError=denied');
  });

  it('again keeps one account of a name for each user, and makes it active', async () => {
    const { userId, leadId, accountId } = await person(world, 'Twice');
    world.site.endPermission('Twice');
    await sendDm(world, { userId, leadId, accountId });
    expect(await accountsOf(world, userId)).toMatchObject([{ isActive: false }]);
    expect(await linkAccount(world, userId, 'Twice')).toBe(accountId);
    expect(await accountsOf(world, userId)).toMatchObject([{ id: accountId, isActive: true }]);
    const answer = await sendDm(world, { userId, leadId, accountId });
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent' } });
  });

  it('at the same time ends with one account', async () => {
    const userId = newId();
    const states = await Promise.all([1, 2, 3, 4].map(() => beginLink(world, userId)));
    const ends = await Promise.all(states.map((state) => finish(userId, { state, code: world.site.codeFor('Same') })));
    expect(ends.map(({ headers }) => headers.get('location'))).toEqual(
      states.map(() => '/dashboard/settings?linked=Same'),
    );
    expect(await accountsOf(world, userId)).toHaveLength(1);
  });

  const failedWith = async (userId: string, query: Record<string, string>, code: string) => {
    const answer = await finish(userId, query);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/dashboard/settings?linkError=${code}`]);
    expect(await accountsOf(world, userId)).toEqual([]);
  };

  it('accepts a state once, from the user who started, for ten minutes', async () => {
    const [userId, other] = [newId(), newId()];
    const code = () => world.site.codeFor('nobody_yet');
    await failedWith(userId, {}, 'expired');
    await failedWith(userId, { state: 'made-up', code: code() }, 'expired');
    const state = await beginLink(world, userId);
    await failedWith(other, { state, code: code() }, 'expired');
    await failedWith(userId, { state, error: 'access_denied' }, 'denied');
    await failedWith(userId, { state, code: code() }, 'expired');
    const old = await beginLink(world, userId);
    world.pass(10 * 60_000);
    await failedWith(userId, { state: old, code: code() }, 'expired');
  });

  it("reports the site's reason for a refusal", async () => {
    const userId = newId();
    const begun = () => beginLink(world, userId);
    await failedWith(userId, { state: await begun(), error: 'invalid_scope' }, 'refused');
    await failedWith(userId, { state: await begun() }, 'refused');
    await failedWith(userId, { state: await begun(), code: 'used-up' }, 'expired');
    for (const [status, code] of [
      [401, 'refused'],
      [503, 'unavailable'],
      [429, 'unavailable'],
    ] as const) {
      world.site.tokenStatus(status);
      await failedWith(userId, { state: await begun(), code: 'any' }, code);
    }
    world.site.tokenStatus(null);
  });
});

describe('unlinking an account', () => {
  it('deletes it, and revokes its permission at the site', async () => {
    const userId = newId();
    const id = await linkAccount(world, userId, 'going');
    const before = world.site.revoked.length;
    expect(await unlink(userId, id)).toMatchObject({ status: 204, body: undefined });
    expect(await accountsOf(world, userId)).toEqual([]);
    expect(world.site.revoked.slice(before)).toEqual([expect.stringMatching(/^secret-refresh-/)]);
  });

  it('happens with the account of Earshot too', async () => {
    const userId = newId();
    await linkAccount(world, userId, 'leaving_one');
    await linkAccount(world, userId, 'leaving_two');
    const before = world.site.revoked.length;
    const { bus, event } = world.services.platformOf('auth');
    const value = create(AccountDeletedSchema, {});
    await bus.publish([event({ userId, payload: { case: 'accountDeleted', value } }).record]);
    await until('both to be revoked', () => world.site.revoked.length === before + 2);
    const stored = world.services.platformOf('outreach').documents.collection('reddit_accounts');
    expect(await stored.countDocuments({ userId })).toBe(0);
  });
});

it('tokens are in no file, no answer and no log', async () => {
  const lines: string[] = [];
  const own = await startWorld({ logLines: { write: (line) => void lines.push(line) } });
  try {
    const { userId, leadId, accountId } = await person(own, 'secretive');
    own.site.expire('secretive');
    await sendDm(own, { userId, leadId, accountId });
    expect(own.site.taken).toHaveLength(1);
    expect(JSON.stringify(await accountsOf(own, userId))).not.toContain('secret-');
    const files = await readdir(own.services.folder);
    expect(files.join()).toContain('documents.sqlite');
    for (const file of files) {
      const bytes = await readFile(join(own.services.folder, file)).catch(() => Buffer.from(''));
      expect([file, /secret-(access|refresh)/.test(bytes.toString('latin1'))]).toEqual([file, false]);
    }
  } finally {
    await own.stop();
  }
  expect(lines.join('')).toContain('/api/reddit/send-dm');
  expect(lines.join('')).not.toMatch(/secret-(access|refresh)|Hello, may I help/);
});
