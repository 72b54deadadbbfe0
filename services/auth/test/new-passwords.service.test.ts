import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { visitorHeader } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { deviceCookie } from '@earshot/proto/http/cookies';
import { authService } from '../src/service.ts';
import { gatewayStandIn, mailTo, tokenIn } from './support.ts';

const password = 'correct horse';
// Not in the past: the database deletes expired documents by the system clock.
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
const pass = (ms: number) => void (nowMs += ms);
const hourMs = 3_600_000;

const services = await startTestServices([gatewayStandIn, authService], { clock });
afterAll(() => services.stop());

let people = 0;
const newEmail = () => `person.${(people += 1)}@example.test`;
async function registered(email = newEmail()) {
  const { body } = await services.fetch(authContract.register, { userId: null, body: { email, password } });
  return { email, id: user.parse(body).id };
}
const login = (email: string, secret: string) =>
  services.fetch(authContract.login, { userId: null, body: { email, password: secret } });
const forgot = (email: unknown) => services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
const reset = (body: unknown) => services.fetch(authContract.resetPassword, { userId: null, body });

describe('changing the password', () => {
  const change = (userId: string | null, body: unknown) =>
    services.fetch(authContract.changePassword, { userId, body });

  it('ends the other sessions', async () => {
    const { email, id } = await registered();
    const answer = await change(id, { currentPassword: password, newPassword: 'a new harbour' });
    expect(answer).toMatchObject({ status: 200, body: { id, email } });
    expect(answer.headers.get('x-earshot-session-action')).toBe('end-others');
    expect((await login(email, 'a new harbour')).status).toBe(200);
    expect((await login(email, password)).status).toBe(401);
  });

  it('requires the current one, and allows ten wrong ones in 15 minutes', async () => {
    const { id } = await registered();
    const wrong = { currentPassword: 'wrong horse', newPassword: 'a new harbour' };
    for (let time = 1; time <= 10; time += 1) {
      const answer = await change(id, wrong);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'auth.wrong-password', fields: { currentPassword: expect.any(String) } },
      });
      expect(answer.headers.get('x-earshot-session')).toBeNull();
    }
    expect(await change(id, { ...wrong, currentPassword: password })).toMatchObject({ status: 429 });
    pass(hourMs / 4);
    expect(await change(id, { ...wrong, currentPassword: password })).toMatchObject({ status: 200 });
  });

  it('refers users without one to the reset', async () => {
    const { id } = await registered();
    const model = services.platformOf('auth').documents.model('User');
    await model.updateOne({ _id: id }, { $set: { passwordHash: null } });
    expect(await change(id, { currentPassword: 'anything', newPassword: 'a new harbour' })).toMatchObject({
      status: 400,
      body: { code: 'auth.wrong-password', message: expect.stringContaining('Forgot password') },
    });
  });
});

describe('a new password by mail', () => {
  it.each([
    [false, false],
    [true, true],
  ])('for an address verified before (%s) keeps the linked identity: %s', async (verified, stays) => {
    const { email, id } = await registered();
    const model = services.platformOf('auth').documents.model('User');
    const identityKey = 'https://id.example someone';
    await model.updateOne({ _id: id }, { $set: { identityKey, isEmailVerified: verified } });
    await forgot(email);
    const token = tokenIn(await mailTo(services, email, 'password'));
    expect(await reset({ token, password: 'a new harbour' })).toMatchObject({ status: 200 });
    const found = await model.countDocuments({ _id: id, identityKey: { $exists: stays } });
    expect(found).toBe(1);
    await model.deleteOne({ _id: id });
  });
});

describe('passwords that are guessed first', () => {
  it.each([
    ['PassWord', 'common', 'most used'],
    ['Football!99', 'common', 'most used'],
    ['qwertyuiop', 'weak', 'follows a row'],
    ['ann2ann2ann2', 'weak', 'repeats'],
    ['2026 Earshot!', 'weak', 'name of this product'],
  ])('%j is refused', async (common, code, reason) => {
    const refusal = (field: string) => ({
      status: 400,
      body: { code: `auth.password-${code}`, fields: { [field]: expect.stringContaining(reason) } },
    });
    const { email, id } = await registered();
    const body = { email: newEmail(), password: common };
    expect(await services.fetch(authContract.register, { userId: null, body })).toMatchObject(refusal('password'));
    const taken = { email, password: common };
    expect(await services.fetch(authContract.register, { userId: null, body: taken })).toMatchObject({ status: 400 });
    const change = { currentPassword: password, newPassword: common };
    expect(await services.fetch(authContract.changePassword, { userId: id, body: change })).toMatchObject(
      refusal('newPassword'),
    );
    expect((await forgot(email)).status).toBe(200);
    const token = tokenIn(await mailTo(services, email, 'password'));
    expect(await reset({ token, password: common })).toMatchObject(refusal('password'));
    expect(await reset({ token, password: 'a new harbour' })).toMatchObject({ status: 200 });
  });
});

/** Signs in from a network, with the cookie of a device if it is given. */
const from = (ip: string, address: string, secret: string, device?: string) =>
  services.fetch(authContract.login, {
    userId: null,
    headers: { [visitorHeader]: ip, ...(device !== undefined && { cookie: `${deviceCookie.plain}=${device}` }) },
    body: { email: address, password: secret },
  });

/** The device cookie that an answer sets. */
const cookieOf = ({ headers }: { headers: Headers }) =>
  new RegExp(`${deviceCookie.plain}=([^;]+)`).exec(headers.getSetCookie().join())?.[1];

const statusesOf = async (times: number, attempt: (time: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, (_, time) => attempt(time)))).map(({ status }) => status);

const each = (status: number, times: number) => Array<number>(times).fill(status);

describe('signing in too often', () => {
  it('blocks an account, existing or not, for a network after ten failures in 15 minutes, even for the right password', async () => {
    const { email } = await registered();
    for (const address of [email, newEmail()]) {
      const all = [];
      for (let time = 1; time <= 11; time += 1) all.push(await login(address, 'wrong horse'));
      expect(all.map(({ status }) => status)).toEqual([...each(401, 10), 429]);
      expect(all.at(-1)).toMatchObject({ body: { code: 'rate.limited', message: expect.stringContaining('minutes') } });
      expect(Number(all.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(600);
    }
    expect((await login(email.toUpperCase(), password)).status).toBe(429);
    expect((await from('192.0.2.77', email, password)).status).toBe(200);
    pass(hourMs / 4);
    expect((await login(email, password)).status).toBe(200);
  });

  it('from 100 failures of an account over all networks, admits known devices only, each with ten failures', async () => {
    const { email } = await registered();
    const device = async (ip: string) => cookieOf(await from(ip, email, password));
    const [phone, laptop] = [await device('198.51.100.1'), await device('198.51.100.2')];
    for (const address of [email, newEmail()]) {
      for (let network = 1; network <= 10; network += 1) {
        const all = await statusesOf(10, () => from(`203.0.113.${network}`, address, 'wrong horse'));
        expect(all).toEqual(each(401, 10));
      }
      expect((await from('203.0.113.99', address, password)).status).toBe(429);
      expect((await from('203.0.113.99', address, password, 'x'.repeat(43))).status).toBe(429);
    }
    expect(await statusesOf(10, () => from('198.51.100.1', email, 'wrong horse', phone))).toEqual(each(401, 10));
    expect((await from('198.51.100.1', email, password, phone)).status).toBe(429);
    expect((await from('203.0.113.1', email, password, laptop)).status).toBe(200);
    pass(hourMs / 4);
    expect((await from('203.0.113.99', email, password)).status).toBe(200);
  });

  it('forgets failures with a success', async () => {
    const { email } = await registered();
    for (let round = 0; round < 3; round += 1) {
      for (let time = 1; time <= 9; time += 1) expect((await login(email, 'wrong horse')).status).toBe(401);
      expect((await login(email, password)).status).toBe(200);
    }
    pass(hourMs / 4);
  });

  it('allows at most ten of fifty concurrent attempts', async () => {
    const { email } = await registered();
    const all = await Promise.all(Array.from({ length: 50 }, () => login(email, 'wrong horse')));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(40);
    pass(hourMs / 4);
  });

  it('blocks an address after a hundred failures for any accounts; its successes do not count', async () => {
    const { email } = await registered();
    for (let time = 1; time <= 5; time += 1) expect((await from('192.0.2.1', email, password)).status).toBe(200);
    for (let round = 1; round <= 4; round += 1) {
      const all = await Promise.all(Array.from({ length: 25 }, () => from('192.0.2.1', newEmail(), 'wrong horse')));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
    }
    expect((await from('192.0.2.1', newEmail(), 'wrong horse')).status).toBe(429);
    expect((await from('192.0.2.2', email, password)).status).toBe(200);
  });
});

describe('registering too often', () => {
  it('blocks an address after the hourly limit of the operator', async () => {
    const few = await startTestServices([gatewayStandIn, authService], { settings: { REGISTRATIONS_PER_HOUR: '2' } });
    const all = [];
    for (let time = 1; time <= 3; time += 1) {
      all.push(await few.fetch(authContract.register, { userId: null, body: { email: newEmail(), password } }));
    }
    await few.stop();
    expect(all.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(Number(all[2]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });
});

describe('a password', () => {
  it.each([
    ['of 256 signs', `${'Zürich 🙂 '.repeat(25)}123456`.slice(0, 256)],
    ['of small letters', 'quiet harbour'],
  ])('%s is taken and compared as it is, and stays valid for years', async (_what, secret) => {
    const email = newEmail();
    const made = await services.fetch(authContract.register, { userId: null, body: { email, password: secret } });
    expect(made.status).toBe(201);
    for (const other of [secret.slice(0, -1), secret.toUpperCase(), `${secret} `])
      expect((await login(email, other)).status).not.toBe(200);
    pass(5 * 365 * 24 * hourMs);
    expect((await login(email, secret)).status).toBe(200);
  });
});
