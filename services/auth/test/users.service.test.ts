import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '@earshot/testing';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { consume } from '@earshot/event-bus';
import { authContract, usersContract } from '@earshot/proto/http';
import { authService } from '../src/service.ts';
import { firstStep, registered, secondStep, withTotp } from './factors-support.ts';
import { gatewayStandIn } from './support.ts';

let services: TestServices;
const boss = newId();
beforeAll(async () => {
  const settings = { EARSHOT_ADMIN_MFA: 'required' };
  services = await startTestServices([gatewayStandIn, authService], { settings });
  await services.platformOf('auth').bus.subscribe(
    consume({
      group: 'gateway',
      topic: 'account.events',
      handlers: {
        adminChanged: async ({ userId, payload: { value } }) => {
          if (value.endsSessions) endedUsers.push(userId);
        },
      },
    }),
  );
});
/** The users whose sessions the published events end. */
const endedUsers: string[] = [];
afterAll(() => services.stop());

const asBoss = { userId: boss, admin: true } as const;
const users = () => services.platformOf('auth').documents.model('User');
const disable = (id: string, disabled: boolean) =>
  services.fetch(usersContract.disableUser, { ...asBoss, params: { id }, body: { disabled } });
async function list(query: Record<string, string>) {
  return usersContract.listUsers.response.parse(
    (await services.fetch(usersContract.listUsers, { ...asBoss, query })).body,
  );
}

describe('the list of accounts', () => {
  it('is for administrators only', async () => {
    const { id } = await registered(services);
    for (const [call, options] of [
      [usersContract.listUsers, {}],
      [usersContract.endUserSessions, { params: { id } }],
      [usersContract.disableUser, { params: { id }, body: { disabled: true } }],
    ] as const)
      expect(await services.fetch(call, { userId: id, ...options })).toMatchObject({ status: 403 });
  });

  it('finds accounts by the beginning of their address, page by page', async () => {
    const now = new Date();
    const many = Array.from({ length: 60 }, (_, at) => `page.${`${at}`.padStart(2, '0')}@example.test`);
    await users().insertMany(
      many.map((email) => ({ _id: newId(), email, emailKey: email, createdAt: now, updatedAt: now })),
    );
    const first = await list({ search: 'PAGE.' });
    expect(first.users.map(({ email }) => email)).toEqual(many.slice(0, 50));
    const rest = await list({ search: 'page.', after: first.next ?? '' });
    expect([rest.users.map(({ email }) => email), rest.next]).toEqual([many.slice(50), null]);
    expect((await list({ search: 'page.59' })).users).toMatchObject([
      { email: many[59], isAdmin: false, isDisabled: false, hasFactor: false },
    ]);
  });
});

describe('a search of accounts', () => {
  it('takes the signs of patterns and operators as plain text', async () => {
    const { email } = await registered(services);
    expect((await list({ search: email })).users).toHaveLength(1);
    for (const search of ['.*', '^', email.replace('@', '.'), '[a-z]', '$ne', '{"$gt":""}', `' or '1'='1`])
      expect([search, (await list({ search })).users]).toEqual([search, []]);
  });
});

describe('a disabled account', () => {
  it('cannot sign in, which only the right password shows, until it is enabled', async () => {
    const { email, id } = await registered(services);
    const disabled = await disable(id, true);
    expect([disabled.status, disabled.headers.get('x-earshot-session-action')]).toEqual([200, 'end-all']);
    expect(disabled.body).toMatchObject({ id, isDisabled: true });
    await until('the event', () => endedUsers.includes(id));
    expect((await firstStep(services, email)).answer).toMatchObject({ status: 403, body: { code: 'auth.disabled' } });
    const body = { email, password: 'not the password' };
    expect(await services.fetch(authContract.login, { userId: null, body })).toMatchObject({
      status: 401,
      body: { code: 'auth.invalid-credentials' },
    });
    const enabled = await disable(id, false);
    expect([enabled.body, enabled.headers.get('x-earshot-session-action')]).toMatchObject([
      { isDisabled: false },
      null,
    ]);
    expect((await firstStep(services, email)).answer.status).toBe(200);
  });

  it('cannot complete a sign-in that it began before', async () => {
    const { email, id } = await registered(services);
    const { recoveryCodes } = await withTotp(services, id, new Date());
    const { ticket } = await firstStep(services, email);
    await disable(id, true);
    expect(await secondStep(services, ticket, { recoveryCode: recoveryCodes[0] })).toMatchObject({
      status: 403,
      body: { code: 'auth.disabled' },
    });
  });

  it('is not one that does not exist, nor the own one', async () => {
    expect(await disable(newId(), true)).toMatchObject({ status: 404, body: { code: 'user.not-found' } });
    expect(await disable(boss, true)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
    const params = { id: newId() };
    expect((await services.fetch(usersContract.endUserSessions, { ...asBoss, params })).status).toBe(404);
  });
});

describe('an administrator', () => {
  it('ends the sessions of a user, by instruction and by event', async () => {
    const { id } = await registered(services);
    const ended = await services.fetch(usersContract.endUserSessions, { ...asBoss, params: { id } });
    expect([ended.status, ended.headers.get('x-earshot-session-action')]).toEqual([204, 'end-all']);
    await until('the event', () => endedUsers.includes(id));
  });

  it('needs a factor where the installation requires it', async () => {
    const { id } = await registered(services);
    const check = async () => (await services.fetch(authContract.checkAdmin, { userId: id })).body;
    expect(await check()).toEqual({ isAdmin: false });
    await users().updateOne({ _id: id }, { isAdmin: true });
    expect(await check()).toEqual({ isAdmin: true, needsFactor: true });
    await withTotp(services, id, new Date());
    expect(await check()).toEqual({ isAdmin: true });
  });
});
