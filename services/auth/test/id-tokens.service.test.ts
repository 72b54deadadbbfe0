import { createLogger } from '@earshot/core';
import { afterAll, expect, it } from '@jest/globals';
import { configuredAccess } from '../src/clients/identity-providers.ts';
import { openIdProvider } from '../src/clients/open-id.ts';
import { startSigningProvider, type TokenShape } from './signing-provider.ts';

const origin = 'https://earshot.example';
const log = createLogger({ name: 'test', level: 'silent' });

const provider = await startSigningProvider();
afterAll(() => provider.stop());

const client = () => openIdProvider(configuredAccess({ ...provider, name: 'Work', trustsAddresses: false }), log);

/** Signs in at the provider, which answers with this ID token. */
async function signIn(shape: TokenShape) {
  const own = client();
  const begun = await own.begin(origin, { fresh: false });
  if ('problem' in begun) throw new Error('the provider is away');
  const { nonce, state } = begun.secrets;
  provider.answerWith(nonce, shape);
  return own.finish(begun.secrets, new URLSearchParams({ code: 'code', state, iss: provider.issuer }));
}

const now = () => Math.floor(Date.now() / 1_000);

it('an ID token that is right signs in its subject', async () => {
  expect(await signIn({})).toMatchObject({ identity: { issuer: provider.issuer, subject: 'ada' } });
});

it.each<[string, () => TokenShape]>([
  ['for another client', () => ({ claims: { aud: 'another' } })],
  ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['of another sign-in', () => ({ claims: { nonce: 'another-nonce' } })],
  ['that has expired', () => ({ claims: { iat: now() - 300, exp: now() - 120 } })],
  ['that is not valid yet', () => ({ claims: { nbf: now() + 300 } })],
  ['without an end', () => ({ claims: { exp: undefined } })],
  ['without a signature', () => ({ header: { alg: 'none', kid: undefined }, by: 'nobody' })],
  ['signed with the secret of the client', () => ({ header: { alg: 'HS256', kid: undefined }, by: 'client-secret' })],
  ['signed with an unknown key', () => ({ by: 'stranger' })],
  ['that names where to find its key', () => ({ header: { jku: 'https://evil.example/jwks' }, by: 'stranger' })],
])('an ID token %s signs in nobody', async (_what, shape) => {
  expect(await signIn(shape())).not.toHaveProperty('identity');
});

it('metadata that names another issuer is refused', async () => {
  provider.nameIssuer('https://evil.example');
  expect(await client().begin(origin, { fresh: false })).toEqual({ problem: 'misconfigured' });
  provider.nameIssuer(provider.issuer);
  expect(await client().begin(origin, { fresh: false })).not.toHaveProperty('problem');
});
