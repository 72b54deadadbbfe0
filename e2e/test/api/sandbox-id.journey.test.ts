import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OpenProduct } from '../../src/product.ts';
import { openProduct } from '../../src/product.ts';
import { accountOf, signInWithSandbox, typed, unverified } from '../../src/sandbox-sign-in.ts';
import { newEmail } from '../../src/visitor.ts';
import { WebBrowser } from '../../src/web-browser.ts';

let product: OpenProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());

it('Sandbox ID signs in wherever the product runs: a new account, and the same one again', async () => {
  const answer = typed(newEmail('anywhere'));
  const browser = new WebBrowser();
  expect(await signInWithSandbox(browser, product.url, answer)).toBe('/dashboard');
  const made = await accountOf(browser, product.url);
  expect(made).toMatchObject({ email: answer['email'], authProvider: 'oidc', isEmailVerified: true });
  const another = new WebBrowser();
  expect(await signInWithSandbox(another, product.url, answer, '/api/login?return=/dashboard/leads')).toBe(
    '/dashboard/leads',
  );
  expect(await accountOf(another, product.url)).toEqual(made);
});

it('Sandbox ID signs in nobody who declines or has no verified address', async () => {
  for (const [answer, landed] of [
    [{ action: 'deny' }, '/auth?error=denied'],
    [unverified(newEmail('anywhere')), '/auth?error=unverified'],
  ] as const) {
    const browser = new WebBrowser();
    expect(await signInWithSandbox(browser, product.url, answer)).toBe(landed);
    expect(await accountOf(browser, product.url)).toBeNull();
  }
});
