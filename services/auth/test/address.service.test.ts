import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract, confirmContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { authService } from '../src/service.ts';
import { discoveryStandIn, gatewayStandIn, mailTo, mailsIn, tokenIn } from './support.ts';

const password = 'correct horse';
const changed = 'address of your Earshot account was changed';
let services: TestServices;
beforeAll(async () => {
  const settings = { EARSHOT_ADMIN_EMAILS: 'chief@example.test,deputy@example.test' };
  services = await startTestServices([gatewayStandIn, discoveryStandIn, authService], { settings });
});
afterAll(() => services.stop());

let people = 0;
const newEmail = () => `mover.${(people += 1)}@example.test`;
async function registered(email = newEmail()) {
  const { body } = await services.fetch(authContract.register, { userId: null, body: { email, password } });
  return { email, id: user.parse(body).id };
}
const me = async (userId: string) => user.parse((await services.fetch(authContract.currentUser, { userId })).body);
const change = (userId: string | null, email: unknown) =>
  services.fetch(confirmContract.changeAddress, { userId, body: { email } });
const confirm = (token: string, opener: { userId: string; sessionRef: string } | null = null) =>
  services.fetch(confirmContract.confirmAddress, { ...(opener ?? { userId: null }), body: { token } });
const login = async (email: string) =>
  (await services.fetch(authContract.login, { userId: null, body: { email, password } })).status;
const linkInvalid = { status: 400, body: { code: 'auth.link-invalid' } };
const storedMails = () => services.platformOf('auth').documents.model('Mail').find().lean().exec();
const allSent = () => until('all mails', async () => (await storedMails()).every((mail) => !('waiting' in mail)));

async function requested(id: string, email = newEmail()) {
  expect((await change(id, email)).status).toBe(200);
  return { next: email, token: tokenIn(await mailTo(services, email, 'Confirm the new')) };
}

describe('changing the address', () => {
  it('takes effect with the mailed link, once, and informs both addresses', async () => {
    const { email, id } = await registered();
    const { next, token } = await requested(id);
    expect(await me(id)).toMatchObject({ email, isEmailVerified: false });
    expect(await login(next)).toBe(401);
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ email: next, isEmailVerified: true, isAdmin: false });
    expect([await login(next), await login(email)]).toEqual([200, 401]);
    for (const address of [email, next]) {
      const mail = await mailTo(services, address, changed);
      expect(mail.text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Network address: \S+\./);
      expect(mail.text).toContain('If it was not you');
    }
    expect(await confirm(token)).toMatchObject(linkInvalid);
  });

  it('answers alike for a taken address, which gets no mail', async () => {
    const [owner, other] = [await registered(), await registered()];
    await mailTo(services, owner.email, 'Confirm your');
    const free = await change(other.id, newEmail());
    const taken = await change(other.id, owner.email);
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    await allSent();
    const mails = (await mailsIn(services.folder)).filter((mail) => mail.to?.[0]?.address === owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address for Earshot']);
  });

  it('fails like a wrong link if the address was taken meanwhile', async () => {
    const { email, id } = await registered();
    const { next, token } = await requested(id);
    await registered(next);
    expect(await confirm(token)).toMatchObject(linkInvalid);
    expect((await me(id)).email).toBe(email);
  });

  it('frees the former address', async () => {
    const { email, id } = await registered();
    await confirm((await requested(id)).token);
    expect((await registered(email)).id).not.toBe(id);
  });

  it.each([
    ['grants the administrator role for a listed address in a session of the account', 'chief@example.test', true],
    ['grants nothing for a listed address while signed out', 'deputy@example.test', false],
  ])('%s', async (_name, email, isSignedIn) => {
    const { id } = await registered();
    const { token } = await requested(id, email);
    expect(await confirm(token, isSignedIn ? { userId: id, sessionRef: 'here' } : null)).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ email, isAdmin: isSignedIn });
  });

  it('is mailed five times an hour; beyond, the limit of the new address is silent', async () => {
    const [{ id }, target] = [await registered(), newEmail()];
    for (let time = 1; time <= 5; time += 1) expect((await change(id, target)).status).toBe(200);
    expect((await change(id, target)).status).toBe(429);
    expect((await change((await registered()).id, target)).status).toBe(200);
    await allSent();
    const mails = (await mailsIn(services.folder)).filter((mail) => mail.to?.[0]?.address === target);
    expect(mails).toHaveLength(5);
  });

  it.each([undefined, 'ada', { $ne: null }])('refuses the address %j', async (email) => {
    const { id } = await registered();
    expect(await change(id, email)).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
  });

  it.each(['x', 'x'.repeat(43)])('refuses the token %j', async (token) => {
    expect(await confirm(token)).toMatchObject(linkInvalid);
  });

  it('leaves no mail to a former or requested address when the account is deleted', async () => {
    const { email, id } = await registered();
    const { next, token } = await requested(id);
    await confirm(token);
    const pending = (await requested(id)).next;
    await mailTo(services, email, changed);
    await mailTo(services, next, changed);
    await allSent();
    await services.fetch(authContract.deleteUser, { userId: id });
    const forgotten = [email, next, pending];
    await until('the mails to be removed', async () => {
      const left = await mailsIn(services.folder);
      return !left.some((mail) => forgotten.includes(mail.to?.[0]?.address ?? ''));
    });
  });
});

describe('links in earlier mails', () => {
  const forgot = (email: string) => services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
  const reset = (token: string) =>
    services.fetch(authContract.resetPassword, { userId: null, body: { token, password: 'a third harbour' } });
  const verify = (token: string) => services.fetch(authContract.verifyEmail, { userId: null, query: { token } });

  /** An account with an open link of each kind. */
  async function withLinks() {
    const { email, id } = await registered();
    const verification = tokenIn(await mailTo(services, email, 'Confirm your'));
    await forgot(email);
    const resetting = tokenIn(await mailTo(services, email, 'Set a new'));
    return { email, id, verification, resetting, moving: (await requested(id)).token };
  }

  it('end with a change of the password', async () => {
    const { id, verification, resetting, moving } = await withLinks();
    const body = { currentPassword: password, newPassword: 'a new harbour' };
    expect((await services.fetch(authContract.changePassword, { userId: id, body })).status).toBe(200);
    for (const answer of [await verify(verification), await reset(resetting), await confirm(moving)])
      expect(answer).toMatchObject(linkInvalid);
  });

  it('end with a reset of the password', async () => {
    const { verification, resetting, moving } = await withLinks();
    expect((await reset(resetting)).status).toBe(200);
    for (const answer of [await verify(verification), await reset(resetting), await confirm(moving)])
      expect(answer).toMatchObject(linkInvalid);
  });

  it('end with a change of the address', async () => {
    const { verification, resetting, moving } = await withLinks();
    expect((await confirm(moving)).status).toBe(200);
    for (const answer of [await verify(verification), await reset(resetting)])
      expect(answer).toMatchObject(linkInvalid);
  });
});
