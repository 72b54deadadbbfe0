import { consume } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startProduct } from '../src/product.ts';
import {
  accountOf,
  type Answer,
  answerWith,
  choose as choosePage,
  confirmWithSandbox,
  signInWithSandbox,
  typed,
  unverified,
} from '../src/sandbox-sign-in.ts';
import { newEmail, Visitor } from '../src/visitor.ts';
import { WebBrowser } from '../src/web-browser.ts';

const admin = newEmail('chief');
const product = await startProduct({ settings: { EARSHOT_ADMIN_EMAILS: admin } });
afterAll(() => product.stop());

const choose = (browser: WebBrowser, path?: string, at = product.url) => choosePage(browser, at, path);
const signIn = (browser: WebBrowser, answer: Answer, path?: string) =>
  signInWithSandbox(browser, product.url, answer, path);
const me = (browser: WebBrowser) => accountOf(browser, product.url);

const signInWithPassword = (email: string, password = 'a quiet harbour') =>
  new Visitor(product.url).ask('/api/auth/login', { method: 'POST', body: { email, password } });

const registered = (email: string) => Visitor.registered(product.url, email);

describe('signing in with Sandbox ID', () => {
  it('is offered', async () => {
    expect((await new Visitor(product.url).ask('/api/auth/providers')).body).toEqual([
      { name: 'Sandbox ID', loginPath: '/api/login', demo: true },
    ]);
  });

  it('makes an account, and knows it again', async () => {
    const email = newEmail('Zoe');
    const browser = new WebBrowser();
    expect(await signIn(browser, typed(email))).toBe('/dashboard');
    const made = await me(browser);
    expect(made).toMatchObject({
      email,
      firstName: 'Zoë',
      lastName: 'Marchand',
      authProvider: 'oidc',
      isEmailVerified: true,
      isAdmin: false,
    });
    expect(browser.cookie('signed_in')).toBe('1');
    expect(browser.cookie('earshot_login')).toBeUndefined();
    const another = new WebBrowser();
    expect(await signIn(another, typed(email.toUpperCase(), 'Somebody Else'))).toBe('/dashboard');
    expect(await me(another)).toEqual(made);
    // The account has no password.
    expect((await signInWithPassword(email)).status).toBe(401);
  });

  it('begins on pages of Earshot only: a link of another site leads to the sign-in page', async () => {
    const begin = async (site: string) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      const answer = await fetch(`${product.url}/api/login`, { headers, redirect: 'manual' });
      return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie().length];
    };
    expect(await begin('cross-site')).toEqual([302, '/auth', 0]);
    for (const site of ['same-origin', 'none'])
      expect(await begin(site)).toEqual([302, expect.stringContaining('/sandbox/oidc/'), 1]);
  });

  it('creates one account for many concurrent first sign-ins, and emits one event', async () => {
    const received: { userId: string; authProvider: string; visitor: string | undefined }[] = [];
    const { bus } = product.platformOf('auth');
    const subscription = await bus.subscribe(
      consume({
        group: 'test',
        topic: 'account.events',
        handlers: {
          userRegistered: async ({ userId, payload: { value } }) => {
            received.push({ userId, authProvider: value.authProvider, visitor: value.visitor });
          },
        },
      }),
    );
    const visitor = randomUUID();
    const answer = typed(newEmail('crowd'));
    const browsers = Array.from({ length: 5 }, () => new WebBrowser());
    for (const browser of browsers) browser.setCookie('earshot_visitor', visitor, product.url);
    const landed = await Promise.all(browsers.map((browser) => signIn(browser, answer)));
    expect(new Set(landed)).toEqual(new Set(['/dashboard']));
    const ids = new Set(await Promise.all(browsers.map(async (browser) => (await me(browser))?.id)));
    expect(ids.size).toBe(1);
    const [userId] = ids;
    await until('the event', () => received.some((event) => event.userId === userId));
    await subscription.stop();
    expect(received.filter((event) => event.userId === userId)).toEqual([{ userId, authProvider: 'oidc', visitor }]);
  });

  it('creates a new account for a user who deleted theirs', async () => {
    const answer = typed(newEmail('comeback'));
    const browser = new WebBrowser();
    await signIn(browser, answer);
    const before = await me(browser);
    const headers = { cookie: `earshot=${browser.cookie('earshot') ?? ''}` };
    expect(await confirmWithSandbox(browser, product.url, answer)).toBe('/dashboard/settings?provider=confirmed');
    expect((await fetch(`${product.url}/api/auth/user`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await signIn(browser, answer)).toBe('/dashboard');
    const after = await me(browser);
    expect(after?.email).toBe(answer['email']);
    expect(after?.id).not.toBe(before?.id);
  });

  it('brings back to the page that was asked for, if it is one of ours', async () => {
    const form = typed(newEmail('wanderer'));
    const ways: [string, string][] = [
      ['/dashboard/leads?page=2&q=%C3%A9', '/dashboard/leads?page=2&q=%C3%A9'],
      ['//evil.example', '/dashboard'],
      ['https://evil.example/', '/dashboard'],
      ['/\\evil.example', '/dashboard'],
      ['/.//evil.example', '/dashboard'],
      ['/\tx', '/dashboard'],
      ['dashboard', '/dashboard'],
      ['/api/login', '/dashboard'],
    ];
    for (const [wanted, landed] of ways) {
      const browser = new WebBrowser();
      expect([wanted, await signIn(browser, form, `/api/login?return=${encodeURIComponent(wanted)}`)]).toEqual([
        wanted,
        landed,
      ]);
    }
  });

  it('makes no administrator', async () => {
    const browser = new WebBrowser();
    await signIn(browser, typed(admin));
    expect(await me(browser)).toMatchObject({ email: admin, isAdmin: false });
  });

  it('refuses an address that is not verified, new or known', async () => {
    const email = newEmail('known');
    await registered(email);
    for (const address of [newEmail('unknown'), email]) {
      const browser = new WebBrowser();
      expect(await signIn(browser, unverified(address))).toBe('/auth?error=unverified');
      expect(await me(browser)).toBeNull();
    }
    expect((await signInWithPassword(email)).status).toBe(200);
  });

  it('reports that the user declined', async () => {
    const browser = new WebBrowser();
    expect(await signIn(browser, { action: 'deny' })).toBe('/auth?error=denied');
    expect(await me(browser)).toBeNull();
  });
});

describe('the way back from Sandbox ID', () => {
  it('is refused with another state, even of another sign-in, and in another browser', async () => {
    const form = typed(newEmail('victim'));
    const browser = new WebBrowser();
    const callback = new URL(await answerWith(browser, await choose(browser), form));
    callback.searchParams.set('state', 'another');
    expect((await browser.open(callback.href)).to).toBe(`${product.url}/auth?error=failed`);
    const [ours, theirs] = [new WebBrowser(), new WebBrowser()];
    const stolen = await answerWith(theirs, await choose(theirs), form);
    expect((await new WebBrowser().open(stolen)).to).toBe(`${product.url}/auth?error=expired`);
    await choose(ours);
    expect((await ours.open(stolen)).to).toBe(`${product.url}/auth?error=failed`);
    expect(await me(ours)).toBeNull();
  });

  it('leads back once', async () => {
    const browser = new WebBrowser();
    const page = await choose(browser);
    const sealed = browser.cookie('earshot_login') ?? '';
    const callback = await answerWith(browser, page, typed(newEmail('twice')));
    const first = await browser.open(callback);
    expect(first.to).toBe(`${product.url}/dashboard`);
    expect(first.setCookies).toContain('earshot_login=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect((await browser.open(callback)).to).toBe(`${product.url}/auth?error=expired`);
    // A client that kept the cookie still has only a code that was used.
    const kept = await new Visitor(product.url).ask(callback.replace(product.url, ''), {
      headers: { cookie: `earshot_login=${sealed}` },
    });
    expect([kept.status, kept.headers.get('location')]).toEqual([302, '/auth?error=failed']);
    expect(kept.headers.getSetCookie().join()).not.toContain('signed_in');
  });

  it.each(['?error=access_denied', '?code=x&state=y', '?error=<script>&error_description=x', '', '?state=a&state=b'])(
    'leads to the sign-in page with nothing but a code: %s',
    async (query) => {
      const reply = await new Visitor(product.url).ask(`/api/login/callback${query}`);
      expect([reply.status, reply.headers.get('location'), reply.body]).toEqual([302, '/auth?error=expired', '']);
    },
  );
});

describe('cookies and addresses', () => {
  it('keeps our session from the sandbox, and what is under way from everybody else', async () => {
    const visitor = await registered(newEmail('careful'));
    const begun = await visitor.ask('/api/login');
    const [line = ''] = begun.headers.getSetCookie();
    expect(line).toMatch(/^earshot_login=[\w.-]{100,}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const away = new URL(begun.headers.get('location') ?? '');
    expect(Object.fromEntries(away.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${product.url}/api/login/callback`,
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
      state: expect.stringMatching(/^[\w-]{20,}$/),
    });
    const page = await visitor.ask(away.pathname + away.search);
    for (const cookie of page.headers.getSetCookie()) expect(cookie).toMatch(/^sandbox_\w+=.*path=\/sandbox\/oidc/);
  });

  it('works under either name of this machine, for one account', async () => {
    const form = typed(newEmail('names'));
    const browser = new WebBrowser();
    await signIn(browser, form);
    const made = await me(browser);
    const local = product.url.replace('127.0.0.1', 'localhost');
    const page = await choose(browser, '/api/login', local);
    const landed = await browser.open(await answerWith(browser, page, form));
    expect(landed.to).toBe(`${local}/dashboard`);
    expect(JSON.parse((await browser.open(`${local}/api/auth/user`)).html)).toEqual(made);
  });

  it('accepts the answer only from its own page', async () => {
    const browser = new WebBrowser();
    const page = await choose(browser);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const reply = await fetch(page.url, { method: 'POST', headers, body: new URLSearchParams({ action: 'deny' }) });
      expect(reply.status).toBe(403);
    }
    const token = await fetch(`${product.url}/sandbox/oidc/token`, { method: 'POST', body: new URLSearchParams() });
    expect(token.status).toBe(404);
  });
});
