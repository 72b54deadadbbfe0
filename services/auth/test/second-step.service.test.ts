import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { authContract, confirmContract, ownFactorContract } from '@earshot/proto/http';
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
import { gatewayStandIn, mailTo, tokenIn } from './support.ts';

const { clock, pass } = handClock();
const services = await startTestServices([gatewayStandIn, authService], { clock });
afterAll(() => services.stop());

const minuteMs = 60_000;
const started = (headers: Headers) => headers.get('x-earshot-session-action');
const wrongCode = { status: 400, body: { code: 'auth.wrong-code' } };
const expired = { status: 401, body: { code: 'auth.sign-in-expired' } };
const documentOf = async (userId: string) =>
  JSON.stringify(await services.platformOf('auth').documents.model('SecondFactor').findById(userId).lean().exec());

async function withApp() {
  const person = await registered(services);
  const app = await withTotp(services, person.id, clock.now());
  pass(minuteMs);
  return { ...person, ...app, code: () => codeAt(app.secret, clock.now()) };
}

describe('an authenticator app', () => {
  it('counts once a code proves the secret, which is stored sealed', async () => {
    const { email, id } = await registered(services);
    const begun = ownFactorContract.beginTotp.response.parse(
      (await services.fetch(ownFactorContract.beginTotp, { userId: id })).body,
    );
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    const wrong = await services.fetch(ownFactorContract.setTotp, {
      userId: id,
      body: { setup: begun.setup, code: '000000' },
    });
    expect(wrong).toMatchObject(wrongCode);
    expect((await firstStep(services, email)).answer.status).toBe(200);
    const body = { setup: begun.setup, code: codeAt(begun.secret, clock.now()) };
    expect((await services.fetch(ownFactorContract.setTotp, { userId: id, body })).status).toBe(200);
    expect((await firstStep(services, email)).answer.status).toBe(401);
    const stored = await documentOf(id);
    expect(stored).toContain('sealed');
    expect(stored).not.toContain(begun.secret);
  });

  it('cannot complete a sign-in with the code that set it up', async () => {
    const { email, id } = await registered(services);
    const { secret } = await withTotp(services, id, clock.now());
    const { ticket } = await firstStep(services, email);
    expect(await secondStep(services, ticket, { code: codeAt(secret, clock.now()) })).toMatchObject(wrongCode);
  });

  it('is not set up with the setup of another account, or after 15 minutes', async () => {
    const [one, other] = [await registered(services), await registered(services)];
    const begun = ownFactorContract.beginTotp.response.parse(
      (await services.fetch(ownFactorContract.beginTotp, { userId: one.id })).body,
    );
    const set = (userId: string) =>
      services.fetch(ownFactorContract.setTotp, {
        userId,
        body: { setup: begun.setup, code: codeAt(begun.secret, clock.now()) },
      });
    expect(await set(other.id)).toMatchObject(wrongCode);
    pass(15 * minuteMs);
    expect(await set(one.id)).toMatchObject(wrongCode);
  });

  it('asks for the second step after the right password only, and starts no session before', async () => {
    const { email, code } = await withApp();
    const wrong = await services.fetch(authContract.login, {
      userId: null,
      body: { email, password: 'not it at all' },
    });
    expect([wrong.body, cookieIn(wrong.headers, 'earshot_factor')]).toMatchObject([
      { code: 'auth.invalid-credentials' },
      undefined,
    ]);
    const { answer, ticket } = await firstStep(services, email);
    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.second-factor' } });
    expect(started(answer.headers)).toBe(null);
    expect(cookieIn(answer.headers, 'earshot_device')).toBe(undefined);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^earshot_factor=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const done = await secondStep(services, ticket, { code: code() });
    expect([done.status, started(done.headers), cookieIn(done.headers, 'earshot_factor')]).toEqual([200, 'start', '']);
  });

  it('lists what completes the sign-in', async () => {
    const { email } = await withApp();
    const { ticket } = await firstStep(services, email);
    const headers = { cookie: `earshot_factor=${ticket}` };
    const listed = await services.fetch(authContract.secondStep, { userId: null, headers });
    expect(listed.body).toEqual({ methods: ['code', 'recoveryCode'] });
  });

  it('accepts each code once, of the step before, now and after', async () => {
    const { email, code, secret } = await withApp();
    const { ticket } = await firstStep(services, email);
    const at = (ms: number) => ({ code: codeAt(secret, new Date(clock.now().getTime() + ms)) });
    expect(await secondStep(services, ticket, at(-2 * minuteMs))).toMatchObject(wrongCode);
    expect(await secondStep(services, ticket, at(-30_000))).toMatchObject({ status: 200 });
    expect(await secondStep(services, ticket, at(-30_000))).toMatchObject(wrongCode);
    expect(await secondStep(services, ticket, at(30_000))).toMatchObject({ status: 200 });
    expect(await secondStep(services, ticket, { code: code() })).toMatchObject(wrongCode);
  });

  it('accepts one of two uses of a code at the same time', async () => {
    const { email, code } = await withApp();
    const { ticket } = await firstStep(services, email);
    const proof = { code: code() };
    const both = await Promise.all([secondStep(services, ticket, proof), secondStep(services, ticket, proof)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('refuses everything after ten wrong codes of an account, with any ticket', async () => {
    const { email, code } = await withApp();
    for (let time = 1; time <= 10; time += 1) {
      const { ticket } = await firstStep(services, email);
      expect(await secondStep(services, ticket, { recoveryCode: 'AAAA-AAAA' })).toMatchObject(wrongCode);
    }
    const { ticket } = await firstStep(services, email);
    expect((await secondStep(services, ticket, { code: code() })).status).toBe(429);
    pass(15 * minuteMs);
    expect((await secondStep(services, (await firstStep(services, email)).ticket, { code: code() })).status).toBe(200);
  });

  it('confirms the session, with a code that works once', async () => {
    const { id, code } = await withApp();
    const methods = await services.fetch(confirmContract.confirmMethods, { userId: id });
    expect(methods.body).toMatchObject({ methods: ['password', 'code'] });
    const confirm = () => services.fetch(confirmContract.confirmSession, { userId: id, body: { code: code() } });
    const confirmed = await confirm();
    expect([confirmed.status, started(confirmed.headers)]).toEqual([200, 'confirm']);
    expect(await confirm()).toMatchObject(wrongCode);
  });

  it('is removed with its recovery codes', async () => {
    const { email, id } = await withApp();
    expect((await services.fetch(ownFactorContract.removeTotp, { userId: id })).status).toBe(204);
    expect((await firstStep(services, email)).answer.status).toBe(200);
    expect(await documentOf(id)).toBe('null');
  });
});

describe('the ticket between the steps', () => {
  it('lasts ten minutes, and is of this installation only', async () => {
    const { email, code } = await withApp();
    const { ticket } = await firstStep(services, email);
    for (const wrong of [undefined, 'planted', `${ticket?.slice(0, -4)}AAAA`])
      expect(await secondStep(services, wrong, { code: code() })).toMatchObject(expired);
    pass(10 * minuteMs);
    expect(await secondStep(services, ticket, { code: code() })).toMatchObject(expired);
  });

  it('ends when the password changes', async () => {
    const { email, id, code } = await withApp();
    const { ticket } = await firstStep(services, email);
    const body = { currentPassword: password, newPassword: 'a new harbour' };
    expect((await services.fetch(authContract.changePassword, { userId: id, body })).status).toBe(200);
    expect(await secondStep(services, ticket, { code: code() })).toMatchObject(expired);
  });
});

describe('recovery codes', () => {
  it('are shown once, stored as digests, and work once each', async () => {
    const { email, id, recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^([A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/);
    const stored = await documentOf(id);
    for (const code of recoveryCodes) expect(stored.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''));
    const { ticket } = await firstStep(services, email);
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect((await secondStep(services, ticket, { recoveryCode: typed })).status).toBe(200);
    expect(await secondStep(services, ticket, { recoveryCode: first })).toMatchObject(wrongCode);
    expect((await secondStep(services, ticket, { recoveryCode: second })).status).toBe(200);
    const listed = await services.fetch(ownFactorContract.listFactors, { userId: id });
    expect(listed.body).toMatchObject({ totp: true, recoveryCodesLeft: 8 });
  });

  it('belong to one account', async () => {
    const [one, other] = [await withApp(), await withApp()];
    const { ticket } = await firstStep(services, one.email);
    expect(await secondStep(services, ticket, { recoveryCode: other.recoveryCodes[0] })).toMatchObject(wrongCode);
  });

  it('are replaced as a whole, for accounts with a factor', async () => {
    const { email, id, recoveryCodes } = await withApp();
    const replaced = await services.fetch(ownFactorContract.newRecoveryCodes, { userId: id });
    const { recoveryCodes: fresh } = ownFactorContract.newRecoveryCodes.response.parse(replaced.body);
    const { ticket } = await firstStep(services, email);
    expect(await secondStep(services, ticket, { recoveryCode: recoveryCodes[0] })).toMatchObject(wrongCode);
    expect((await secondStep(services, ticket, { recoveryCode: fresh?.[0] })).status).toBe(200);
    const { id: plain } = await registered(services);
    expect((await services.fetch(ownFactorContract.newRecoveryCodes, { userId: plain })).status).toBe(404);
  });
});

describe('a password reset', () => {
  async function reset(email: string) {
    await services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
    const token = tokenIn(await mailTo(services, email, 'Set a new'));
    const body = { token, password };
    expect((await services.fetch(authContract.resetPassword, { userId: null, body })).status).toBe(200);
  }

  it('keeps the factors of an account whose address was verified before', async () => {
    const { email } = await withApp();
    await services.platformOf('auth').documents.model('User').updateOne({ email }, { isEmailVerified: true });
    await reset(email);
    expect((await firstStep(services, email)).answer.status).toBe(401);
  });

  it('removes those of an account whose address nobody had proved', async () => {
    const { email } = await withApp();
    await reset(email);
    expect((await firstStep(services, email)).answer.status).toBe(200);
  });
});
