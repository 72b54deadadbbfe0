import { startTestServices, type TestServices } from '@earshot/testing';
import { originHeader } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { authService } from '../src/service.ts';
import { gatewayStandIn } from './support.ts';
import { type SigningProvider, startSigningProvider } from './signing-provider.ts';

const origin = 'http://127.0.0.1:8080';
const boss = 'boss@example.test';

const start = (more: Record<string, string>) =>
  startTestServices([gatewayStandIn, authService], {
    settings: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      EARSHOT_ADMIN_EMAILS: boss,
      ...more,
    },
  });

let provider: SigningProvider;
let trusting: TestServices;
let strict: TestServices;
beforeAll(async () => {
  provider = await startSigningProvider();
  trusting = await start({ OIDC_EMAIL_VERIFIED: 'trust' });
  strict = await start({});
});
afterAll(async () => {
  await trusting.stop();
  await strict.stop();
  await provider.stop();
});

/** Signs in at the provider, which answers with these claims. Resolves with the page where the browser ends. */
async function signIn(services: TestServices, claims: Record<string, unknown>): Promise<string> {
  const headers = { [originHeader]: origin };
  const begun = await services.fetch(authContract.startLogin, { userId: null, headers });
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  provider.answerWith(asked.get('nonce') ?? '', { claims });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const done = await services.fetch(authContract.finishLogin, {
    userId: null,
    headers: { ...headers, cookie },
    query: { code: 'code', state: asked.get('state') ?? '', iss: provider.issuer },
  });
  return done.headers.get('location') ?? '';
}

const stored = z.object({ isAdmin: z.boolean(), isEmailVerified: z.boolean(), authProvider: z.string() });
async function accountOf(services: TestServices, email: string) {
  return stored.parse(await services.platformOf('auth').documents.collection('users').findOne({ email }));
}

async function registered(services: TestServices, email: string): Promise<void> {
  const body = { email, password: 'a quiet harbour' };
  user.parse((await services.fetch(authContract.register, { userId: null, body })).body);
}

it.each([{ email_verified: false }, { email_verified: undefined }])(
  'an address with %j signs in only where the operator trusts the provider',
  async (verified) => {
    const email = `ada-${String(verified.email_verified)}@example.test`;
    const claims = { sub: email, email, ...verified };
    expect(await signIn(strict, claims)).toBe('/auth?error=unverified');
    expect(await signIn(trusting, claims)).toBe('/dashboard');
    expect(await accountOf(trusting, email)).toEqual({ isAdmin: false, isEmailVerified: true, authProvider: 'oidc' });
  },
);

it('a trusted address is linked to its account', async () => {
  const email = 'grace@example.test';
  await registered(trusting, email);
  expect(await signIn(trusting, { sub: email, email, email_verified: false })).toBe('/dashboard');
  expect(await accountOf(trusting, email)).toMatchObject({ isAdmin: false, isEmailVerified: true });
});

it('trust makes no administrator of a listed address, and opens no account of it', async () => {
  expect(await signIn(trusting, { sub: 'boss', email: boss, email_verified: false })).toBe('/dashboard');
  expect(await accountOf(trusting, boss)).toMatchObject({ isAdmin: false });
  await registered(strict, boss);
  expect(await signIn(strict, { sub: 'boss', email: boss, email_verified: true })).toBe('/dashboard');
  expect(await accountOf(strict, boss)).toMatchObject({ isAdmin: true });
});

it('trust opens no existing account of a listed address', async () => {
  const services = await start({ OIDC_EMAIL_VERIFIED: 'trust' });
  await registered(services, boss);
  expect(await signIn(services, { sub: 'thief', email: boss, email_verified: false })).toBe('/auth?error=taken');
  expect(await accountOf(services, boss)).toMatchObject({ isAdmin: false, isEmailVerified: false });
  await services.stop();
});
