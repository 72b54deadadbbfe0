import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RateLimiter, sessionTarget } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { forgotPassword } from '../src/domain/mails/request-mails.ts';
import { authService } from '../src/service.ts';
import { grantsListenerOf, mailTo, mailsIn, tokenIn } from './support.ts';

const password = 'correct horse';
// Not in the past: the database deletes expired documents by the system clock.
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
const pass = (ms: number) => void (nowMs += ms);
const hourMs = 3_600_000;

const { granted, grantsListener } = grantsListenerOf();
let services: TestServices;
beforeAll(async () => {
  const listed = 'Boss@Example.test,chief@example.test,deputy@example.test,owner@example.test';
  const settings = { EARSHOT_ADMIN_EMAILS: listed };
  services = await startTestServices([grantsListener, authService], { clock, settings });
});
afterAll(() => services.stop());

let people = 0;
const newEmail = () => `person.${(people += 1)}@example.test`;
async function registered(email = newEmail()) {
  const { body } = await services.fetch(authContract.register, { userId: null, body: { email, password } });
  return { email, id: user.parse(body).id };
}
const me = async (userId: string) => user.parse((await services.fetch(authContract.currentUser, { userId })).body);
const login = (email: string, secret: string) =>
  services.fetch(authContract.login, { userId: null, body: { email, password: secret } });
const verify = (token: string, opener: { userId: string; sessionRef: string } | null = null) =>
  services.fetch(authContract.verifyEmail, { ...(opener ?? { userId: null }), query: { token } });
const forgot = (email: unknown) => services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
const reset = (body: unknown) => services.fetch(authContract.resetPassword, { userId: null, body });
const linkInvalid = { status: 400, body: { code: 'auth.link-invalid' } };

/** The token of a mailed reset link. */
async function resetToken(email: string): Promise<string> {
  const seen = (await mailsIn(services.folder)).map(({ messageId }) => messageId);
  expect((await forgot(email)).status).toBe(200);
  const mail = await until('a mail', async () =>
    (await mailsIn(services.folder)).find(
      (one) => !seen.includes(one.messageId) && one.to?.[0]?.address === email && one.subject?.includes('password'),
    ),
  );
  return tokenIn(mail);
}

describe('verifying an address', () => {
  it('works through the mailed link, repeatedly', async () => {
    const { email, id } = await registered();
    const mail = await mailTo(services, email, 'Confirm');
    expect(mail.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/verify-email\?token=[\w-]{43}$/m);
    expect(mail.html).toContain(`verify-email?token=${tokenIn(mail)}`);
    expect((await me(id)).isEmailVerified).toBe(false);
    for (let time = 0; time < 2; time += 1) expect(await verify(tokenIn(mail))).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ isEmailVerified: true, isAdmin: false });
    expect(JSON.stringify(await storedLinks())).not.toContain(tokenIn(mail));
  });

  it('grants the administrator role to a listed address in a session of the account', async () => {
    const { email, id } = await registered('boss@example.test');
    expect((await me(id)).isAdmin).toBe(false);
    const token = tokenIn(await mailTo(services, email, 'Confirm'));
    expect(await verify(token, { userId: id, sessionRef: 'here' })).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ isEmailVerified: true, isAdmin: true });
    const check = await services.fetch(authContract.checkAdmin, { userId: id });
    expect(check).toMatchObject({ status: 200, body: { isAdmin: true } });
    await until('the event', () => granted.length > 0);
    expect(granted).toEqual([{ userId: id, reason: 'listed-address', keptSessionRef: 'here' }]);
  });

  it.each([
    ['while signed out', 'chief@example.test', null],
    ['in a session of another account', 'deputy@example.test', { userId: 'somebody', sessionRef: 'there' }],
  ])('of a listed account verifies %s, but grants nothing', async (_where, email, opener) => {
    const { id } = await registered(email);
    const token = tokenIn(await mailTo(services, email, 'Confirm'));
    expect(await verify(token, opener)).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ isEmailVerified: true, isAdmin: false });
    await verify(token, { userId: id, sessionRef: 'later' });
    expect((await me(id)).isAdmin).toBe(false);
  });

  it('by a reset of the password grants nothing', async () => {
    const { id } = await registered('owner@example.test');
    const token = await resetToken('owner@example.test');
    expect(await reset({ token, password: 'a new harbour' })).toMatchObject({ status: 200 });
    expect(await me(id)).toMatchObject({ isEmailVerified: true, isAdmin: false });
  });

  it.each(['x', 'x'.repeat(43), '../../etc'])('refuses the token %j', async (token) => {
    expect(await verify(token)).toMatchObject(linkInvalid);
  });

  it('refuses a missing token, one that is too long, and one for another purpose', async () => {
    expect((await services.fetch(authContract.verifyEmail, { userId: null })).status).toBe(400);
    expect((await verify('x'.repeat(201))).status).toBe(400);
    const { email } = await registered();
    expect(await verify(await resetToken(email))).toMatchObject(linkInvalid);
  });

  it('expires after 24 hours; five further mails an hour can be requested', async () => {
    const { email, id } = await registered();
    const token = tokenIn(await mailTo(services, email, 'Confirm'));
    pass(24 * hourMs);
    expect(await verify(token)).toMatchObject(linkInvalid);
    for (let time = 1; time <= 5; time += 1) {
      expect(await services.fetch(authContract.sendVerification, { userId: id })).toMatchObject({ status: 200 });
    }
    const refused = await services.fetch(authContract.sendVerification, { userId: id });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const mails = await until('the mails', async () => {
      const own = (await mailsIn(services.folder)).filter((mail) => mail.to?.[0]?.address === email);
      return own.length === 6 && own;
    });
    const fresh = mails.map(tokenIn).filter((one) => one !== token);
    expect(await verify(fresh[0] ?? '')).toMatchObject({ status: 200 });
    const again = await services.fetch(authContract.sendVerification, { userId: id });
    expect(again).toMatchObject({ status: 200, body: { message: expect.stringContaining('already') } });
  });

  it('requires a session', async () => {
    expect((await services.fetch(authContract.sendVerification, { userId: null })).status).toBe(401);
    expect((await services.fetch(authContract.sendVerification, { userId: 'gone' })).status).toBe(401);
    expect((await services.fetch(authContract.checkAdmin, { userId: null })).status).toBe(401);
    const gone = await services.fetch(authContract.checkAdmin, { userId: 'gone' });
    expect(gone).toMatchObject({ status: 200, body: { isAdmin: false } });
  });
});

/** Unused methods of the queue. */
const nothing = {
  claim: async () => null,
  addNotice: async () => undefined,
  belongsTo: async () => undefined,
  postpone: async () => undefined,
  settle: async () => undefined,
};

const storedLinks = () => services.platformOf('auth').documents.model('MailLink').find().lean().exec();
const storedMails = () => services.platformOf('auth').documents.model('Mail').find().lean().exec();

describe('a forgotten password', () => {
  it('is replaced through a mailed link, once; all sessions end, the address is verified', async () => {
    const { email, id } = await registered();
    const token = await resetToken(email);
    const answer = await reset({ token, password: 'a new harbour' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-earshot-session-action')).toBe('end-all');
    const signed = services
      .platformOf('gateway')
      .tokens.verify(answer.headers.get('x-earshot-session') ?? '', sessionTarget('end-all').contract);
    expect(signed).toMatchObject({ issuer: 'auth', userId: id });
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, 'a new harbour')).status).toBe(200);
    expect((await me(id)).isEmailVerified).toBe(true);
    expect(await reset({ token, password: 'yet another one' })).toMatchObject(linkInvalid);
  });

  it('is replaced by one of many concurrent uses of the link; other links are deleted', async () => {
    const { email } = await registered();
    const other = await resetToken(email);
    const token = await resetToken(email);
    const all = Array.from({ length: 5 }, (_, at) => reset({ token, password: `new harbour ${at}` }));
    expect((await Promise.all(all)).map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await reset({ token: other, password: 'a new harbour' })).toMatchObject(linkInvalid);
  });

  it('keeps its link for 30 minutes', async () => {
    const { email } = await registered();
    const token = await resetToken(email);
    pass(hourMs / 2);
    expect(await reset({ token, password: 'a new harbour' })).toMatchObject(linkInvalid);
  });

  it('is answered alike for known and unknown addresses, and unknown ones are deleted', async () => {
    const { email } = await registered();
    const unknown = newEmail();
    const answers = await Promise.all([email, unknown, email.toUpperCase()].map(forgot));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await until('the unknown address to be forgotten', async () =>
      (await storedMails()).every((mail) => !JSON.stringify(mail).includes(unknown)),
    );
    expect((await mailsIn(services.folder)).filter((mail) => mail.to?.[0]?.address === unknown)).toEqual([]);
  });

  it('costs the same work for known and unknown addresses: the route cannot look them up', async () => {
    const steps = async (email: string) => {
      const done: string[] = [];
      const limiter = (name: string): RateLimiter => ({
        take: async () => void done.push(`take ${name}`),
        peek: async () => undefined,
        reward: async () => undefined,
        reset: async () => undefined,
      });
      const queue = { ...nothing, add: async (mail: object) => void done.push(`add ${Object.keys(mail).join()}`) };
      const limits = {
        forgottenOfAccount: limiter('account'),
        forgottenOfAddress: limiter('address'),
        verifications: limiter('none'),
      };
      const asked = { email, visitorIp: '192.0.2.1' };
      await forgotPassword(asked, { queue, limits, newId: () => 'id', now: clock.now, due: () => done.push('due') });
      return done;
    };
    const { email } = await registered();
    expect(await steps(email)).toEqual(await steps(newEmail()));
    expect(await steps(email)).toEqual(['take address', 'take account', 'add key,kind,giveUpAt,emailKey', 'due']);
  });

  it('sends five mails per account and hour, with unchanged answers', async () => {
    const { email } = await registered();
    for (let time = 1; time <= 7; time += 1) expect((await forgot(email)).status).toBe(200);
    const resets = async () =>
      (await mailsIn(services.folder)).filter(
        (mail) => mail.to?.[0]?.address === email && /password/.test(mail.subject ?? ''),
      );
    await until('five mails', async () => (await resets()).length === 5);
    await until('nothing to wait', async () => (await storedMails()).every((mail) => !('waiting' in mail)));
    expect(await resets()).toHaveLength(5);
  });
});

describe('unsubscribing', () => {
  const link = () => services.urlOf('auth') + authContract.unsubscribe.path;

  it.each(['x', 'a.b', `${'x'.repeat(12)}.${'y'.repeat(80)}`])('refuses the token %j', async (token) => {
    expect(await services.fetch(authContract.unsubscribe, { userId: null, query: { token } })).toMatchObject(
      linkInvalid,
    );
  });

  it('redirects users who open the address to a confirmation page', async () => {
    const answer = await fetch(`${link()}?token=a%26b`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/unsubscribe?token=a%26b']);
  });
});
