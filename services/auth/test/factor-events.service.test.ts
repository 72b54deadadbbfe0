import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { newId } from '@earshot/core';
import { visitorHeader } from '@earshot/service-kit';
import { authContract, confirmContract, ownFactorContract, usersContract } from '@earshot/proto/http';
import { authService } from '../src/service.ts';
import {
  codeAt,
  cookieIn,
  firstStep,
  handClock,
  password,
  registered,
  secondStep,
  withTotp,
} from './factors-support.ts';
import { SoftPasskey } from './soft-passkey.ts';
import { gatewayStandIn } from './support.ts';

const { clock, pass } = handClock();
const headers = { 'x-earshot-origin': 'http://localhost:8080' };
const services = await startTestServices([gatewayStandIn, authService], { clock });
afterAll(() => services.stop());

/** What `work` records: the event, its outcome and its reason. */
async function recorded(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = services.securityLines().length;
  await work();
  return services
    .securityLines()
    .slice(before)
    .map(({ security, outcome, reason }) => [security, outcome, reason]);
}

async function withApp() {
  const person = await registered(services);
  const { secret } = await withTotp(services, person.id, clock.now());
  pass(60_000);
  return { ...person, code: () => codeAt(secret, clock.now()) };
}

async function withPasskey() {
  const person = await registered(services);
  const passkey = new SoftPasskey();
  const call = { userId: person.id, headers };
  const begun = await services.fetch(ownFactorContract.beginPasskey, call);
  const options = ownFactorContract.beginPasskey.response.parse(begun.body);
  passkey.userHandle = options.user.id;
  const body = { name: 'Laptop', passkey: passkey.create(options) };
  expect((await services.fetch(ownFactorContract.addPasskey, { ...call, body })).status).toBe(200);
  return { ...person, passkey };
}

async function signInBy(passkey: SoftPasskey, more: object = {}, network = '192.0.2.1') {
  const call = { userId: null, headers: { ...headers, [visitorHeader]: network } };
  const begun = await services.fetch(authContract.beginPasskeySignIn, call);
  const options = authContract.beginPasskeySignIn.response.parse(begun.body);
  return services.fetch(authContract.signInByPasskey, {
    ...call,
    body: { passkey: passkey.sign({ ...options, ...more }) },
  });
}

describe('security events', () => {
  it('a sign-in is recorded once its second step is done, and a wrong code as its failure', async () => {
    const { email, code } = await withApp();
    const before = services.securityLines().length;
    const { ticket } = await firstStep(services, email);
    expect(services.securityLines()).toHaveLength(before);
    expect(await recorded(() => secondStep(services, ticket, { recoveryCode: 'AAAA' }))).toEqual([
      ['sign-in', 'failure', 'wrong-secret'],
    ]);
    expect(await recorded(() => secondStep(services, ticket, { code: code() }))).toEqual([
      ['sign-in', 'success', undefined],
    ]);
  });

  it('a sign-in by passkey alone is an event of its own', async () => {
    const { passkey } = await withPasskey();
    expect(await recorded(() => signInBy(passkey))).toEqual([['passkey-sign-in', 'success', undefined]]);
    expect(await recorded(() => signInBy(passkey, { isVerified: false }))).toEqual([
      ['passkey-sign-in', 'failure', 'wrong-secret'],
    ]);
  });

  it('factors are recorded as they come and go, with their recovery codes', async () => {
    const { id } = await registered(services);
    expect(await recorded(() => withTotp(services, id, clock.now()))).toEqual([
      ['factor-added', 'success', 'authenticator'],
      ['factor-added', 'success', 'recovery-codes'],
    ]);
    const wrong = { setup: 'planted', code: '000000' };
    expect(await recorded(() => services.fetch(ownFactorContract.setTotp, { userId: id, body: wrong }))).toEqual([
      ['factor-added', 'failure', 'wrong-secret'],
    ]);
    expect(await recorded(() => services.fetch(ownFactorContract.newRecoveryCodes, { userId: id }))).toEqual([
      ['factor-added', 'success', 'recovery-codes'],
    ]);
    const remove = () => services.fetch(ownFactorContract.removeTotp, { userId: id });
    expect(await recorded(remove)).toEqual([
      ['factor-removed', 'success', 'authenticator'],
      ['factor-removed', 'success', 'recovery-codes'],
    ]);
    expect(await recorded(remove)).toEqual([]);
    const person = await withPasskey();
    const call = { userId: person.id, params: { id: person.passkey.id } };
    expect(await recorded(() => services.fetch(ownFactorContract.removePasskey, call))).toContainEqual([
      'factor-removed',
      'success',
      'passkey',
    ]);
  });

  it('what administrators do is recorded for the account, without their network', async () => {
    const { email, id } = await registered(services);
    const call = { userId: newId(), admin: true, params: { id }, headers: { [visitorHeader]: '192.0.2.9' } } as const;
    const disable = (disabled: boolean) => services.fetch(usersContract.disableUser, { ...call, body: { disabled } });
    expect(await recorded(() => services.fetch(usersContract.endUserSessions, call))).toEqual([
      ['sessions-ended', 'success', 'by-administrator'],
    ]);
    expect(await recorded(() => disable(true))).toEqual([['account-disabled', 'success', undefined]]);
    expect(services.securityLines().at(-1)).not.toHaveProperty('network');
    expect(await recorded(() => firstStep(services, email))).toEqual([['sign-in', 'refused', 'disabled']]);
    expect(await recorded(() => disable(false))).toEqual([['account-enabled', 'success', undefined]]);
  });
});

describe('limits', () => {
  it('confirmations by code count with the wrong passwords of the user', async () => {
    const { id } = await withApp();
    const confirm = (body: unknown) => services.fetch(confirmContract.confirmSession, { userId: id, body });
    const events = await recorded(async () => {
      for (let time = 1; time <= 5; time += 1) {
        expect((await confirm({ code: '000000' })).status).toBe(400);
        expect((await confirm({ password: 'wrong horse' })).body).toMatchObject({ code: 'auth.wrong-password' });
      }
      expect((await confirm({ password })).status).toBe(429);
    });
    expect(events).toHaveLength(11);
    expect(events.slice(-2)).toEqual([
      ['session-confirmed', 'failure', 'wrong-secret'],
      ['session-confirmed', 'refused', 'rate-limited'],
    ]);
  });

  it('failed passkeys count with the failed sign-ins of the network', async () => {
    const { email, passkey } = await withPasskey();
    const network = '192.0.2.77';
    const withPassword = { email, password: 'wrong horse' };
    for (let time = 1; time <= 60; time += 1)
      expect((await signInBy(passkey, { isVerified: false }, network)).status).toBe(400);
    const signIn = (one: number) =>
      services.fetch(authContract.login, {
        userId: null,
        body: { ...withPassword, email: `nobody.${one}@example.test` },
        headers: { [visitorHeader]: network },
      });
    for (let one = 1; one <= 40; one += 1) expect((await signIn(one)).status).toBe(401);
    expect((await signIn(41)).status).toBe(429);
    const otherwise = await services.fetch(authContract.login, { userId: null, body: { email, password } });
    expect(otherwise.status).toBe(401);
    expect(otherwise.body).toMatchObject({ code: 'auth.second-factor' });
  });
});

describe('the cookie of the ticket under https', () => {
  it('has a prefix, and its plain name does not count', async () => {
    const { email, code } = await withApp();
    const https = { 'x-earshot-origin': 'https://earshot.example' };
    const begun = await services.fetch(authContract.login, {
      userId: null,
      body: { email, password },
      headers: https,
    });
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-earshot_factor=\S+; Path=\/; .*; Secure$/),
    ]);
    const ticket = cookieIn(begun.headers, '__Host-earshot_factor') ?? '';
    const finish = (name: string) =>
      services.fetch(authContract.finishSecondStep, {
        userId: null,
        body: { code: code() },
        headers: { ...https, cookie: `${name}=${ticket}` },
      });
    expect((await finish('earshot_factor')).body).toMatchObject({ code: 'auth.sign-in-expired' });
    expect((await finish('__Host-earshot_factor')).status).toBe(200);
  });
});
