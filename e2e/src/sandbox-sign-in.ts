import { type User, user } from '@earshot/proto/http/auth';
import { confirmContract } from '@earshot/proto/http/auth-confirm';
import type { Page, WebBrowser } from './web-browser.ts';

/** The fields that a person fills in on Sandbox ID's form. */
export type Answer = Readonly<Record<string, string>>;

export const typed = (email: string, name = 'Zoë Marchand'): Answer => ({
  action: 'typed',
  name,
  email,
  verified: 'yes',
});
export const unverified = (email: string): Answer => ({ action: 'typed', name: 'Zoë', email });

const isCallback = (url: string) => new URL(url).pathname === '/api/login/callback';

/** Opens the page on which Sandbox ID asks who is signing in. */
export async function choose(browser: WebBrowser, at: string, path = '/api/login'): Promise<Page> {
  const page = await browser.follow(await browser.open(at + path));
  if (page.status !== 200 || !new URL(page.url).pathname.startsWith('/sandbox/oidc/interaction/'))
    throw new Error(`${page.url} answered ${page.status} instead of asking who one is`);
  return page;
}

/** Submits that page. Resolves with the callback address of the product. */
export async function answerWith(browser: WebBrowser, page: Page, answer: Answer): Promise<string> {
  return (await browser.follow(await browser.open(page.url, answer), isCallback)).to ?? '';
}

/** Signs in from start to end. Resolves with the final address, without the product's origin. */
export async function signInWithSandbox(
  browser: WebBrowser,
  at: string,
  answer: Answer,
  path?: string,
): Promise<string> {
  const callback = await answerWith(browser, await choose(browser, at, path), answer);
  return ((await browser.open(callback)).to ?? '').replace(at, '');
}

/** Confirms the session of an account without a password by a fresh sign-in. Resolves like `signInWithSandbox`. */
export async function confirmWithSandbox(browser: WebBrowser, at: string, answer: Answer): Promise<string> {
  const begun = await browser.post(`${at}/api/auth/confirm/provider`, { return: '/dashboard/settings' });
  const { url } = confirmContract.confirmAtProvider.response.parse(JSON.parse(begun.html));
  const callback = await answerWith(browser, await browser.follow(await browser.open(url)), answer);
  return ((await browser.open(callback)).to ?? '').replace(at, '');
}

/** The account that the browser is signed in to. */
export async function accountOf(browser: WebBrowser, at: string): Promise<User | null> {
  const page = await browser.open(`${at}/api/auth/user`);
  return page.status === 200 ? user.parse(JSON.parse(page.html)) : null;
}
