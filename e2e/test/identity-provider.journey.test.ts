import { until } from '@earshot/core/testing';
import { user } from '@earshot/proto/http/auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailsTo } from '../src/mailbox.ts';
import type { OpenIdServer } from '../src/openid-server.ts';
import { callbackPath, type ProductWithProvider, startWithProvider } from '../src/product-with-provider.ts';
import { type Product, startProduct } from '../src/product.ts';
import { addAuthenticatorApp } from '../src/second-factor.ts';
import { newEmail, Visitor } from '../src/visitor.ts';
import { WebBrowser } from '../src/web-browser.ts';

let started: ProductWithProvider;
let server: OpenIdServer;
let product: Product;
beforeAll(async () => {
  started = await startWithProvider();
  ({ server, product } = started);
});
afterAll(() => started.stop());

const isCallback = (url: string) => new URL(url).pathname === callbackPath;

/** Signs in until the provider redirects back to the callback. `change` modifies the authorization request. */
async function comeBack(browser: WebBrowser, change: (url: URL) => void = () => {}): Promise<string> {
  const begun = await browser.open(`${product.url}/api/login`);
  const url = new URL(begun.to ?? '');
  change(url);
  const page = await browser.follow(await browser.open(url.href), isCallback);
  return page.to ?? '';
}

async function signIn(browser: WebBrowser): Promise<string> {
  return ((await browser.open(await comeBack(browser))).to ?? '').replace(product.url, '');
}

async function me(browser: WebBrowser) {
  const page = await browser.open(`${product.url}/api/auth/user`);
  return page.status === 200 ? user.parse(JSON.parse(page.html)) : null;
}

const worker = (sub: string, more: Readonly<Record<string, unknown>> = {}) => ({
  sub,
  email: newEmail(sub),
  email_verified: true,
  name: 'Wren Okafor',
  picture: 'https://pictures.example/wren.png',
  ...more,
});

describe('a configured identity provider', () => {
  it('is offered by its name instead of Sandbox ID', async () => {
    expect((await new Visitor(product.url).ask('/api/auth/providers')).body).toEqual([
      { name: 'Example Work', loginPath: '/api/login' },
    ]);
  });

  it('signs in with secret and PKCE, and finds the same account at the next sign-in', async () => {
    const person = worker('wren');
    server.person = person;
    const browser = new WebBrowser();
    expect(await signIn(browser)).toBe('/dashboard');
    const made = await me(browser);
    expect(made).toMatchObject({
      email: person.email,
      firstName: 'Wren Okafor',
      profileImageUrl: person.picture,
      authProvider: 'oidc',
      isEmailVerified: true,
    });
    // The subject identifies the person, so a new address at the provider changes nothing here.
    server.person = { ...person, email: newEmail('wren-elsewhere') };
    const another = new WebBrowser();
    expect(await signIn(another)).toBe('/dashboard');
    expect(await me(another)).toEqual(made);
    expect(server.asked.get('openid-configuration')).toBe(1);
  });

  it('opens no account of another person, even if the address now belongs to this person', async () => {
    const before = worker('leaver');
    server.person = before;
    expect(await signIn(new WebBrowser())).toBe('/dashboard');
    server.person = worker('joiner', { email: before.email });
    expect(await signIn(new WebBrowser())).toBe('/auth?error=taken');
  });

  it.each([
    ['not verified', { email_verified: false }],
    ['not known to be verified', { email_verified: undefined }],
    ['no address', { email: 'nobody' }],
    ['absent', { email: undefined }],
  ])('signs nobody in whose address is %s', async (_what, more) => {
    server.person = worker(`unsure-${_what.length}`, more);
    const browser = new WebBrowser();
    expect(await signIn(browser)).toBe('/auth?error=unverified');
    expect(await me(browser)).toBeNull();
  });

  it('leads back who was refused there', async () => {
    server.person = null;
    expect(await signIn(new WebBrowser())).toBe('/auth?error=denied');
  });

  it.each([
    ['nonce', 'another-nonce-of-some-length'],
    ['code_challenge', 'a'.repeat(43)],
    ['state', 'another-state'],
    ['scope', 'openid nothing'],
  ])('signs nobody in when the %s was changed on the way', async (name, value) => {
    server.person = worker('tampered', { email_verified: name === 'scope' ? false : true });
    const browser = new WebBrowser();
    const callback = await comeBack(browser, (url) => url.searchParams.set(name, value));
    const landed = await browser.open(callback);
    expect(landed.to).toMatch(/\/auth\?error=(failed|unverified)$/);
    expect(await me(browser)).toBeNull();
  });

  it('refuses a token of another issuer', async () => {
    server.person = worker('mixed-up');
    const browser = new WebBrowser();
    const callback = new URL(await comeBack(browser));
    callback.searchParams.set('iss', 'https://evil.example');
    expect((await browser.open(callback.href)).to).toBe(`${product.url}/auth?error=failed`);
  });
});

describe('an account with a second factor', () => {
  /** An account whose address is verified, with an authenticator app. Resolves with its recovery codes. */
  async function withApp(email: string): Promise<string[]> {
    const owner = await (await Visitor.registered(product.url, email)).confirm();
    await users().updateOne({ _id: owner.userId }, { isEmailVerified: true });
    return addAuthenticatorApp(owner);
  }
  const users = () => product.platformOf('auth').documents.model('User');

  it('is signed in after the second step only, and is linked with a notice', async () => {
    const person = worker('two-step');
    server.person = person;
    const [recoveryCode] = await withApp(person.email);
    const browser = new WebBrowser();
    expect(await signIn(browser)).toBe('/auth?step=factor');
    expect(await me(browser)).toBeNull();
    const isNoticed = async () =>
      (await mailsTo(product, person.email)).some(({ subject }) => subject?.includes('provider was linked'));
    await until('the notice', isNoticed);
    const finished = await browser.post(`${product.url}/api/auth/login/factor`, { recoveryCode });
    expect([finished.status, (await me(browser))?.email]).toEqual([200, person.email]);
  });

  it('is refused while it is disabled', async () => {
    const person = worker('disabled');
    server.person = person;
    await withApp(person.email);
    await users().updateOne({ email: person.email }, { disabledAt: new Date() });
    const browser = new WebBrowser();
    expect(await signIn(browser)).toBe('/auth?error=disabled');
    expect(await me(browser)).toBeNull();
  });
});

describe('while the provider is away', () => {
  it('the sign-in reports that, and recovers without a restart', async () => {
    server.person = worker('patient');
    const browser = new WebBrowser();
    const callback = await comeBack(browser);
    await server.stop();
    expect((await browser.open(callback)).to).toBe(`${product.url}/auth?error=away`);
    await server.start();
    expect(await signIn(browser)).toBe('/dashboard');
  });

  it('also when it was away from the beginning', async () => {
    await server.stop();
    const own = {
      OIDC_ISSUER: server.issuer,
      OIDC_CLIENT_ID: server.clientId,
      OIDC_CLIENT_SECRET: server.clientSecret,
    };
    const second = await startProduct({ settings: own });
    try {
      const visitor = new Visitor(second.url);
      expect((await visitor.ask('/api/auth/providers')).body).toMatchObject([{ name: new URL(server.issuer).host }]);
      const away = await visitor.ask('/api/login');
      expect([away.status, away.headers.get('location')]).toEqual([302, '/auth?error=away']);
      await server.start();
      const back = await visitor.ask('/api/login');
      expect(back.headers.get('location')).toContain(`${server.issuer}/auth?`);
    } finally {
      await second.stop();
    }
  });
});

describe('settings', () => {
  it('under a public address without a provider and a demo, only passwords remain', async () => {
    const none = await startProduct({ settings: { EARSHOT_URL: 'https://earshot.example' } });
    try {
      const visitor = new Visitor(none.url);
      expect((await visitor.ask('/api/auth/providers')).body).toEqual([]);
      const led = await visitor.ask('/api/login?return=/dashboard/leads');
      expect([led.status, led.headers.get('location'), led.headers.getSetCookie()]).toEqual([302, '/auth', []]);
      const back = await visitor.ask('/api/login/callback?code=x&state=y');
      expect(back.headers.get('location')).toBe('/auth?error=expired');
      expect((await visitor.ask('/sandbox/oidc/auth')).status).toBe(404);
    } finally {
      await none.stop();
    }
  });

  it('are wanted all together', async () => {
    const settings = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'earshot' };
    await expect(startProduct({ settings })).rejects.toThrow(
      'OIDC_CLIENT_SECRET is needed with the other settings of OIDC_',
    );
    await expect(startProduct({ settings: { OIDC_NAME: 'Work' } })).rejects.toThrow('OIDC_ISSUER is needed');
  });

  it("under a public address by TLS the cookies are Secure, and Sandbox ID opens nobody else's account", async () => {
    const url = 'https://earshot.example';
    const admin = newEmail('admin');
    const open = await startProduct({
      settings: { EARSHOT_URL: url, EARSHOT_DEMO: 'true', EARSHOT_ADMIN_EMAILS: admin },
    });
    try {
      const visitor = new Visitor(open.url);
      const begun = await visitor.ask('/api/login');
      expect(begun.headers.getSetCookie().join()).toMatch(
        /^__Host-earshot_login=.*; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/,
      );
      const away = new URL(begun.headers.get('location') ?? '');
      expect([away.origin, away.searchParams.get('redirect_uri')]).toEqual([url, url + callbackPath]);
      const email = newEmail('owner');
      const body = { email, password: 'a quiet harbour' };
      const made = await visitor.ask('/api/auth/register', { method: 'POST', body });
      expect(made.status).toBe(201);
      const names = made.headers.getSetCookie().map((line) => line.replace(/=.*/, ''));
      expect(names).toEqual(['__Host-earshot', '__Host-signed_in', '__Host-earshot_device']);
      for (const line of made.headers.getSetCookie()) {
        expect(line).toMatch(/(?=.*; Path=\/(;|$))(?=.*; Secure(;|$))(?=.*; SameSite=Lax(;|$))/);
        expect(line).not.toMatch(/Domain=/i);
      }
      const product = { productDescription: 'Strings for old violins and cellos' };
      const searched = await visitor.ask('/api/public/discover-subreddits', { method: 'POST', body: product });
      expect(searched.headers.getSetCookie().join()).toMatch(/^__Host-earshot_visitor=.*; Path=\/;.*; Secure$/);
      const left = await visitor.ask('/api/auth/logout', { method: 'POST' });
      expect(left.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^signed_in=; Max-Age=0;/));
      expect(await signInThere(open.url, email)).toBe('/auth/password');
      const browser = new WebBrowser();
      expect(await signInThere(open.url, admin, browser)).toBe('/dashboard');
      const model = open.platformOf('auth').documents.model('User');
      const stored = await model.findOne({ emailKey: admin }).lean();
      expect(stored).toMatchObject({ isAdmin: false, isEmailVerified: false });
    } finally {
      await open.stop();
    }
  });
});

/** Signs in with Sandbox ID behind a TLS proxy. It opens the same pages at the local address. */
async function signInThere(at: string, email: string, browser = new WebBrowser()): Promise<string> {
  const here = (address: string | null) => (address ?? '').replace('https://earshot.example', at);
  const form = { action: 'typed', name: 'Zoe', email, verified: 'yes' };
  const begun = await browser.open(`${at}/api/login`);
  const asked = await browser.open(here(begun.to));
  const resumed = await browser.open(here(asked.to), form);
  const back = await browser.open(here(resumed.to));
  return here((await browser.open(here(back.to))).to).replace(at, '');
}
