import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startProduct } from '../src/product.ts';
import { accountOf, type Answer, answerWith, choose, signInWithSandbox, typed } from '../src/sandbox-sign-in.ts';
import { newEmail, Visitor } from '../src/visitor.ts';
import { WebBrowser } from '../src/web-browser.ts';

const product = await startProduct();
afterAll(() => product.stop());

const signIn = (browser: WebBrowser, answer: Answer, path?: string) =>
  signInWithSandbox(browser, product.url, answer, path);
const me = (browser: WebBrowser) => accountOf(browser, product.url);

const signInWithPassword = (email: string, password = 'a quiet harbour') =>
  new Visitor(product.url).ask('/api/auth/login', { method: 'POST', body: { email, password } });

const registered = (email: string) => Visitor.registered(product.url, email);

/** Marks the address as verified, as the link in our mail would. */
async function verify(email: string): Promise<void> {
  const model = product.platformOf('auth').documents.model('User');
  await model.updateOne({ emailKey: email.toLowerCase() }, { $set: { isEmailVerified: true } });
}

/** Sends the password that the page asks for, with the cookie of the pending sign-in. */
async function sendPassword(browser: WebBrowser, password = 'a quiet harbour') {
  const cookie = `earshot_login=${browser.cookie('earshot_login') ?? ''}`;
  const reply = await new Visitor(product.url).ask('/api/login/password', {
    method: 'POST',
    body: { password },
    headers: { cookie },
  });
  return { status: reply.status, body: reply.body, cookies: reply.headers.getSetCookie().join('\n') };
}

/** Gives an account the password of another one, as the link in our mail would. */
async function setPassword(id: string): Promise<void> {
  const email = newEmail('donor');
  await registered(email);
  const model = product.platformOf('auth').documents.model('User');
  const donor = z
    .object({ passwordHash: z.string() })
    .parse(await model.findOne({ emailKey: email.toLowerCase() }).lean());
  await model.updateOne({ _id: id }, { $set: donor });
}

describe('Sandbox ID and an account that has a password', () => {
  it.each(['verified', 'not verified'])('asks for the password of an account whose address is %s', async (kind) => {
    const email = newEmail('owner');
    const owner = await registered(email);
    if (kind === 'verified') await verify(email);
    for (const round of [1, 2]) {
      const browser = new WebBrowser();
      expect([round, await signIn(browser, typed(email.toUpperCase(), 'Mal Lory'))]).toEqual([round, '/auth/password']);
      expect([browser.cookie('signed_in'), await me(browser)]).toEqual([undefined, null]);
      const wrong = await sendPassword(browser, 'not the password');
      expect([wrong.status, wrong.body]).toMatchObject([401, { code: 'auth.invalid-credentials' }]);
      expect(wrong.cookies).toBe('');
      const right = await sendPassword(browser);
      expect([right.status, right.body]).toMatchObject([200, { email, authProvider: 'email', firstName: null }]);
      expect(right.cookies).toContain('signed_in=1');
      expect(right.cookies).toContain('earshot_login=; Path=/; Max-Age=0');
    }
    expect((await owner.ask('/api/auth/user')).status).toBe(200);
    expect((await signInWithPassword(email)).status).toBe(200);
  });

  it('comes back to the page that was asked for after the password', async () => {
    const email = newEmail('returning');
    await registered(email);
    const landed = await signIn(new WebBrowser(), typed(email), '/api/login?return=/dashboard/leads%3Fpage=2');
    expect(new URL(landed, product.url).pathname).toBe('/auth/password');
    expect(new URL(landed, product.url).searchParams.get('return')).toBe('/dashboard/leads?page=2');
  });

  it('counts wrong passwords together with those of the sign-in form', async () => {
    const email = newEmail('guessed');
    await registered(email);
    const browser = new WebBrowser();
    await signIn(browser, typed(email));
    for (let count = 1; count <= 5; count += 1) {
      expect((await sendPassword(browser, `wrong ${count}`)).status).toBe(401);
      expect((await signInWithPassword(email, `wrong ${count}`)).status).toBe(401);
    }
    const limited = await sendPassword(browser);
    expect([limited.status, limited.body]).toMatchObject([429, { code: 'rate.limited' }]);
    expect((await signInWithPassword(email)).status).toBe(429);
  });

  it('opens its own account until that has a password', async () => {
    const email = newEmail('grown');
    const first = new WebBrowser();
    await signIn(first, typed(email));
    const { id = '' } = (await me(first)) ?? {};
    await setPassword(id);
    const browser = new WebBrowser();
    expect(await signIn(browser, typed(email))).toBe('/auth/password');
    expect((await sendPassword(browser)).body).toMatchObject({ id });
  });

  it('answers alike for an account without a password that it did not create', async () => {
    const email = newEmail('elsewhere');
    await registered(email);
    // Such accounts were linked by Sandbox ID of earlier versions, or belong to another provider.
    const model = product.platformOf('auth').documents.model('User');
    await model.updateOne({ emailKey: email.toLowerCase() }, { $set: { passwordHash: null } });
    const browser = new WebBrowser();
    expect(await signIn(browser, typed(email))).toBe('/auth/password');
    const reply = await sendPassword(browser);
    expect([reply.status, reply.body]).toMatchObject([401, { code: 'auth.invalid-credentials' }]);
  });

  it('asks for the password of an account that linked it after a confirmation, each time', async () => {
    const email = newEmail('linker');
    await registered(email);
    const person = typed(newEmail('person-there'));
    const browser = new WebBrowser();
    const password = 'a quiet harbour';
    await browser.post(`${product.url}/api/auth/login`, { email, password });
    const link = () => browser.post(`${product.url}/api/auth/provider`, { return: '/dashboard/settings' });
    expect((await link()).status).toBe(403);
    await browser.post(`${product.url}/api/auth/confirm`, { password });
    const { url } = confirmContract.linkProvider.response.parse(JSON.parse((await link()).html));
    const callback = await answerWith(browser, await browser.follow(await browser.open(url)), person);
    expect((await browser.open(callback)).to).toBe(`${product.url}/dashboard/settings?provider=linked`);
    for (const round of [1, 2]) {
      const elsewhere = new WebBrowser();
      expect([round, await signIn(elsewhere, person)]).toEqual([round, '/auth/password']);
      expect(await me(elsewhere)).toBeNull();
      expect((await sendPassword(elsewhere)).body).toMatchObject({ email });
    }
  });

  it('remembers the browser, and records the attempts as those of the sign-in form', async () => {
    const email = newEmail('recorded');
    await registered(email);
    const browser = new WebBrowser();
    await signIn(browser, typed(email));
    const position = product.securityLines().length;
    expect((await sendPassword(browser, 'not the password')).status).toBe(401);
    expect((await sendPassword(browser)).cookies).toContain('earshot_device=');
    expect(product.securityLines().slice(position)).toMatchObject([
      { security: 'sign-in', outcome: 'failure', reason: 'wrong-secret' },
      { security: 'sign-in', outcome: 'success' },
    ]);
  });

  it('takes the password only with its own cookie', async () => {
    const email = newEmail('stale');
    await registered(email);
    const expired = [400, { code: 'auth.login-expired' }];
    const browser = new WebBrowser();
    expect(await sendPassword(browser).then(({ status, body }) => [status, body])).toMatchObject(expired);
    // The cookie of a sign-in that is still at the provider names no account.
    await choose(browser, product.url);
    expect(await sendPassword(browser).then(({ status, body }) => [status, body])).toMatchObject(expired);
  });
});
