import { createLogger, parseSettings, settingsProblems } from '@earshot/core';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { configuredAccess } from '../src/clients/identity-providers.ts';
import { openIdProvider } from '../src/clients/open-id.ts';
import { authConfig } from '../src/config.ts';
import { startSigningProvider, type TokenShape } from './signing-provider.ts';

const origin = 'https://earshot.example';
const lines: string[] = [];
const log = createLogger({ name: 'test', level: 'warn', stream: { write: (line: string) => void lines.push(line) } });
const logged = () => lines.join('\n');

const provider = await startSigningProvider();
afterAll(() => provider.stop());
beforeEach(() => {
  lines.length = 0;
  provider.nameIssuer(provider.issuer);
});

function client({ issuer = provider.issuer, trustsAddresses = false } = {}) {
  const { clientId, clientSecret } = provider;
  return openIdProvider(configuredAccess({ issuer, clientId, clientSecret, name: 'Work', trustsAddresses }), log);
}

async function signIn(shape: TokenShape, options: { trustsAddresses?: boolean } = {}) {
  const own = client(options);
  const begun = await own.begin(origin, { fresh: false });
  if ('problem' in begun) throw new Error('the provider is away');
  const { nonce, state } = begun.secrets;
  provider.answerWith(nonce, shape);
  return own.finish(begun.secrets, new URLSearchParams({ code: 'code', state, iss: provider.issuer }));
}

describe('a wrong setting of a provider is no outage: the log names it and what is expected', () => {
  it('an issuer without the slash that the provider writes', async () => {
    provider.nameIssuer(`${provider.issuer}/realms/work/`);
    expect(await client().begin(origin, { fresh: false })).toEqual({ problem: 'misconfigured' });
    expect(logged()).toContain(
      `OIDC_ISSUER must be ${provider.issuer}/realms/work/, as the provider names itself, and not ${provider.issuer}`,
    );
  });

  it('an address without a provider', async () => {
    const issuer = `${provider.issuer}/nothing`;
    expect(await client({ issuer }).begin(origin, { fresh: false })).toEqual({ problem: 'misconfigured' });
    expect(logged()).toContain('OIDC_ISSUER must be an address below which /.well-known/openid-configuration is');
    expect(logged()).toContain(`${issuer} answered 404 there`);
  });

  it('a signature algorithm that is not supported', async () => {
    const shape: TokenShape = { header: { alg: 'HS256', kid: undefined }, by: 'client-secret' };
    expect(await signIn(shape)).toEqual({ problem: 'misconfigured' });
    expect(logged()).toMatch(/signs the ID tokens of this client with HS256; choose .* RS256, PS256, ES256 and EdDSA/);
  });

  it('a refused client', async () => {
    provider.refuseClient(true);
    expect(await signIn({})).toEqual({ problem: 'misconfigured' });
    provider.refuseClient(false);
    expect(logged()).toContain('OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is refused by the provider');
  });

  it('a provider that is down stays an outage', async () => {
    expect(await client({ issuer: 'http://127.0.0.1:1' }).begin(origin, { fresh: false })).toEqual({ problem: 'away' });
  });
});

describe('the addresses of a provider', () => {
  const cases: readonly [string, unknown, boolean, { emailVerified: boolean; emailTrusted: boolean }][] = [
    ['verified', true, false, { emailVerified: true, emailTrusted: false }],
    ['verified, and trusted too', true, true, { emailVerified: true, emailTrusted: false }],
    ['not verified', false, false, { emailVerified: false, emailTrusted: false }],
    ['not verified, but trusted', false, true, { emailVerified: true, emailTrusted: true }],
    ['of no statement', undefined, false, { emailVerified: false, emailTrusted: false }],
    ['of no statement, but trusted', undefined, true, { emailVerified: true, emailTrusted: true }],
  ];
  it.each(cases)('%s', async (_what, verified, trustsAddresses, expected) => {
    const shape = { claims: { email_verified: verified } };
    expect(await signIn(shape, { trustsAddresses })).toMatchObject({ identity: expected });
  });

  it('an answer above 16 MiB is refused', async () => {
    expect(await signIn({ claims: { name: 'x'.repeat(17 * 1024 * 1024) } })).toEqual({ problem: 'failed' });
  });
});

describe('OIDC_EMAIL_VERIFIED', () => {
  const settings = { OIDC_CLIENT_ID: 'earshot', OIDC_CLIENT_SECRET: 'secret', SEALING_KEYS_FILE: 'keys.json' };
  const entra = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
  const own = entra('8c6c1bcd-2d3a-4c8e-9d52-2a1b6b1f9e0a');

  it('is off by default, and trust with an issuer of one tenant', () => {
    expect(parseSettings('auth', authConfig, { ...settings, OIDC_ISSUER: own }).OIDC_EMAIL_VERIFIED).toBeUndefined();
    const trusting = { ...settings, OIDC_ISSUER: own, OIDC_EMAIL_VERIFIED: 'trust' };
    expect(parseSettings('auth', authConfig, trusting).OIDC_EMAIL_VERIFIED).toBe('trust');
  });

  it.each(['common', 'organizations', 'consumers', 'COMMON'])('is refused with the issuer of %s', (tenant) => {
    const wanted = { ...settings, OIDC_ISSUER: entra(tenant), OIDC_EMAIL_VERIFIED: 'trust' };
    expect(settingsProblems(authConfig, wanted)).toEqual([
      'OIDC_EMAIL_VERIFIED must not be trust where OIDC_ISSUER serves every tenant (common, organizations, consumers): set OIDC_ISSUER to the issuer of your own tenant',
    ]);
  });

  it('has no other value, and needs a provider', () => {
    const wrong = { ...settings, OIDC_ISSUER: own, OIDC_EMAIL_VERIFIED: 'true' };
    expect(settingsProblems(authConfig, wrong)).toEqual(['OIDC_EMAIL_VERIFIED must be trust, or not set']);
    const alone = settingsProblems(authConfig, { SEALING_KEYS_FILE: 'keys.json', OIDC_EMAIL_VERIFIED: 'trust' });
    expect(alone).toHaveLength(3);
  });
});
