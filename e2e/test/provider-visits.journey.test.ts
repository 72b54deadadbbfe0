import { until } from '@earshot/core/testing';
import { user } from '@earshot/proto/http/auth';
import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailsTo } from '../src/mailbox.ts';
import type { OpenIdServer } from '../src/openid-server.ts';
import { callbackPath, type ProductWithProvider, startWithProvider } from '../src/product-with-provider.ts';
import type { Product } from '../src/product.ts';
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

async function signIn(browser: WebBrowser): Promise<void> {
  const begun = await browser.open(`${product.url}/api/login`);
  const back = await browser.follow(begun, isCallback);
  await browser.open(back.to ?? '');
}

async function me(browser: WebBrowser) {
  const page = await browser.open(`${product.url}/api/auth/user`);
  return page.status === 200 ? user.parse(JSON.parse(page.html)) : null;
}

const worker = (sub: string) => ({
  sub,
  email: newEmail(sub),
  email_verified: true,
  name: 'Wren Okafor',
});

describe('a signed-in account without a password', () => {
  const exporting = async (browser: WebBrowser) => (await browser.open(`${product.url}/api/auth/user/export`)).status;
  const begin = (browser: WebBrowser) =>
    browser.post(`${product.url}/api/auth/confirm/provider`, { return: '/dashboard/settings' });

  /** Begins a confirmation and comes back from the provider. Resolves with the page that it leads to. */
  async function confirm(browser: WebBrowser, change: (url: URL) => void = () => {}): Promise<string> {
    const begun = await begin(browser);
    const url = new URL(confirmContract.confirmAtProvider.response.parse(JSON.parse(begun.html)).url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    change(url);
    const page = await browser.follow(await browser.open(url.href), isCallback);
    return ((await browser.open(page.to ?? '')).to ?? '').replace(product.url, '');
  }
  async function signedIn(sub: string) {
    const person = worker(sub);
    server.person = person;
    const browser = new WebBrowser();
    await signIn(browser);
    return { browser, person };
  }

  it('confirms its session by a fresh sign-in there; signing in does not count', async () => {
    const { browser } = await signedIn('confirmer');
    expect(await exporting(browser)).toBe(403);
    expect(await confirm(browser)).toBe('/dashboard/settings?provider=confirmed');
    expect(await exporting(browser)).toBe(200);
  });

  it.each([
    ['without an account', async () => worker('passer-by')],
    ['with an own account', async () => (await signedIn('colleague')).person],
  ])('is not confirmed by another person %s', async (_who, other) => {
    const passerBy = await other();
    const { browser } = await signedIn('unattended');
    server.person = passerBy;
    expect(await confirm(browser)).toBe('/dashboard/settings?provider=other-account');
    expect(await exporting(browser)).toBe(403);
  });

  it('is not confirmed by a provider that does not state a fresh sign-in', async () => {
    const { browser } = await signedIn('stale');
    const dropped = (url: URL) => ['prompt', 'max_age'].forEach((name) => url.searchParams.delete(name));
    expect(await confirm(browser, dropped)).toBe('/dashboard/settings?provider=not-fresh');
    expect(await exporting(browser)).toBe(403);
  });

  it('keeps a visit to the account that began it', async () => {
    const { browser } = await signedIn('first');
    const begun = await begin(browser);
    const { url } = confirmContract.confirmAtProvider.response.parse(JSON.parse(begun.html));
    const page = await browser.follow(await browser.open(url), isCallback);
    await browser.post(`${product.url}/api/auth/login`, { email: await other(), password: 'a quiet harbour' });
    expect((await browser.open(page.to ?? '')).to).toBe(`${product.url}/dashboard/settings?provider=expired`);
    expect(await exporting(browser)).toBe(403);
  });
  async function other(): Promise<string> {
    const email = newEmail('other');
    await Visitor.registered(product.url, email);
    return email;
  }
});

describe('linking the provider', () => {
  it('needs a confirmation and is mailed; then the person signs in to that account', async () => {
    const email = newEmail('owner');
    const browser = new WebBrowser();
    const visitor = await Visitor.registered(product.url, email);
    await browser.post(`${product.url}/api/auth/login`, { email, password: 'a quiet harbour' });
    const path = `${product.url}/api/auth/provider`;
    expect((await browser.post(path, {})).status).toBe(403);
    await browser.post(`${product.url}/api/auth/confirm`, { password: 'a quiet harbour' });
    server.person = worker('linked-person');
    const landed = async () => {
      const begun = await browser.post(path, { return: '/dashboard/settings' });
      const { url } = confirmContract.linkProvider.response.parse(JSON.parse(begun.html));
      const page = await browser.follow(await browser.open(url), isCallback);
      return ((await browser.open(page.to ?? '')).to ?? '').replace(product.url, '');
    };
    expect(await landed()).toBe('/dashboard/settings?provider=linked');
    await until('the mail', async () =>
      (await mailsTo(product, email)).some((mail) => mail.subject?.includes('provider was linked')),
    );
    const elsewhere = new WebBrowser();
    await signIn(elsewhere);
    expect((await me(elsewhere))?.id).toBe(visitor.userId);
    server.person = worker('second-person');
    expect(await landed()).toBe('/dashboard/settings?provider=taken');
  });
});
