import { afterAll, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { startMailServer, startTestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { deviceStore } from '../src/store/device-store.ts';
import { authModels } from '../src/store/models.ts';
import { authService } from '../src/service.ts';
import { discoveryStandIn, gatewayStandIn, mailTo, mailsIn } from './support.ts';

const password = 'correct horse';
const services = await startTestServices([gatewayStandIn, authService], {});
afterAll(() => services.stop());

let people = 0;
const network = '192.0.2.7';
const storedMails = () => services.platformOf('auth').documents.model('Mail').find().lean().exec();
const allSent = () => until('all mails', async () => (await storedMails()).every((mail) => !('waiting' in mail)));

/** The device cookie that an answer sets. */
function deviceIn(headers: Headers): string {
  return headers.getSetCookie().find((line) => line.startsWith('earshot_device=')) ?? '';
}
const valueOf = (line: string) => /^earshot_device=([^;]+)/.exec(line)?.[1] ?? '';

async function registered() {
  const email = `noticed.${(people += 1)}@example.test`;
  const { body, headers } = await services.fetch(authContract.register, { userId: null, body: { email, password } });
  return { email, id: user.parse(body).id, device: deviceIn(headers) };
}
const login = (email: string, device?: string, secret = password) =>
  services.fetch(authContract.login, {
    userId: null,
    body: { email, password: secret },
    headers: { 'x-earshot-visitor': network, ...(device !== undefined && { cookie: `earshot_device=${device}` }) },
  });
async function noticesTo(email: string, subject: string) {
  await allSent();
  return (await mailsIn(services.folder)).filter(
    (mail) => mail.to?.[0]?.address === email && mail.subject?.includes(subject),
  );
}

describe('a sign-in', () => {
  it('from a new browser is mailed, with time and network, and from a known one it is not', async () => {
    const { email, device } = await registered();
    expect(device).toMatch(/^earshot_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect((await login(email, valueOf(device))).status).toBe(200);
    expect(await noticesTo(email, 'New sign-in')).toEqual([]);
    const elsewhere = await login(email);
    const mail = await mailTo(services, email, 'New sign-in');
    expect(mail.text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Network address: 192\.0\.2\.7\./);
    expect(mail.text).toMatch(/If it was not you, set a new password now\.[^]*\/forgot-password/);
    expect((await login(email, valueOf(deviceIn(elsewhere.headers)))).status).toBe(200);
    expect(await noticesTo(email, 'New sign-in')).toHaveLength(1);
  });

  it('that fails marks no browser', async () => {
    const { email } = await registered();
    const failed = await login(email, undefined, 'not the password');
    expect([failed.status, deviceIn(failed.headers)]).toEqual([401, '']);
    expect(await noticesTo(email, 'New sign-in')).toEqual([]);
  });

  it('is mailed ten times an hour at most', async () => {
    const { email } = await registered();
    for (let time = 1; time <= 12; time += 1) expect((await login(email)).status).toBe(200);
    expect(await noticesTo(email, 'New sign-in')).toHaveLength(10);
  });
});

describe('the device cookie', () => {
  const devices = () => deviceStore(authModels(services.platformOf('auth').documents).device);

  it('is known for its user alone, and stored as a digest', async () => {
    const [one, other] = [await registered(), await registered()];
    const cookie = valueOf(one.device);
    expect(await devices().isKnownDevice(one.id, cookie)).toBe(true);
    for (const [id, wrong] of [
      [other.id, cookie],
      [one.id, undefined],
      [one.id, 'x'],
      [one.id, 'x'.repeat(43)],
    ] as const)
      expect(await devices().isKnownDevice(id, wrong)).toBe(false);
    const stored = await services.platformOf('auth').documents.model('Device').find().lean().exec();
    expect(JSON.stringify(stored)).not.toContain(cookie);
  });

  it('is replaced if its form is wrong', async () => {
    const { email } = await registered();
    const answer = await login(email, 'planted');
    expect(valueOf(deviceIn(answer.headers))).toMatch(/^[\w-]{43}$/);
  });

  it('is remembered for the latest hundred browsers of a user', async () => {
    const { id, device } = await registered();
    const later = Date.now() + 60_000;
    for (let at = 0; at < 100; at += 1)
      await devices().rememberDevice(id, `${at}`.padStart(43, '0'), new Date(later + at));
    expect(await devices().isKnownDevice(id, valueOf(device))).toBe(false);
    expect(await devices().isKnownDevice(id, '0'.repeat(43))).toBe(true);
  });
});

describe('a new password', () => {
  it('is mailed after a change', async () => {
    const { email, id } = await registered();
    const body = { currentPassword: password, newPassword: 'a new harbour' };
    expect((await services.fetch(authContract.changePassword, { userId: id, body })).status).toBe(200);
    expect((await mailTo(services, email, 'password was changed')).text).toContain('If it was not you');
  });

  it('is mailed after a reset', async () => {
    const { email } = await registered();
    await services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
    const link = (await mailTo(services, email, 'Set a new')).text ?? '';
    const token = /token=([^&\s]+)/.exec(link)?.[1];
    const body = { token, password: 'a new harbour' };
    expect((await services.fetch(authContract.resetPassword, { userId: null, body })).status).toBe(200);
    await mailTo(services, email, 'password was changed');
  });
});

describe('the deletion of an account', () => {
  it('is mailed by SMTP, and the address is then deleted', async () => {
    const server = await startMailServer();
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'Earshot <earshot@example.test>' };
    const own = await startTestServices([gatewayStandIn, discoveryStandIn, authService], { settings });
    try {
      const email = 'farewell@example.test';
      const made = await own.fetch(authContract.register, { userId: null, body: { email, password } });
      const { id } = user.parse(made.body);
      await until('the verification', () => server.taken.length === 1);
      expect((await own.fetch(authContract.deleteUser, { userId: id })).status).toBe(204);
      const source = await until('the mail', () => server.taken[1]?.source.toString());
      expect(source).toContain('Your Earshot account was deleted');
      const { documents } = own.platformOf('auth');
      const stored = async () => JSON.stringify(await documents.model('Mail').find().lean().exec());
      await until('the address to go', async () => !(await stored()).includes(email));
      await own.fetch(authContract.deleteUser, { userId: id });
      expect(server.taken).toHaveLength(2);
    } finally {
      await own.stop();
      await server.stop();
    }
  });

  it('leaves no mail where mails are files', async () => {
    const { id } = await registered();
    expect((await services.fetch(authContract.deleteUser, { userId: id })).status).toBe(204);
    expect(JSON.stringify(await storedMails())).not.toContain('account-deleted');
  });
});
