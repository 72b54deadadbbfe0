import { boundedAnswer, type Logger } from '@earshot/core';
import type * as OpenId from 'openid-client';
import { z } from 'zod';
import type { Identity, IdentityProvider, LoginProblem } from '../domain/identity.ts';
import { configurationFault, discoveryFault, reasonOf } from './provider-faults.ts';

type Library = typeof OpenId;

/** Access to one provider. `configuration` throws when the provider is unavailable. */
export interface ProviderAccess {
  readonly name: string;
  readonly vouches: boolean;
  readonly demo: boolean;
  /** The issuer as configured. */
  readonly issuer: string;
  /** The operator trusts addresses that the provider does not state to be verified. */
  readonly trustsAddresses: boolean;
  /** `origin` is the browser's origin. */
  configuration(library: Library, origin: string): Promise<OpenId.Configuration>;
}

/** Limits the answers of providers. */
export const boundedFetch: OpenId.CustomFetch = async (url, { body, ...options }) => {
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
  return boundedAnswer(await fetch(url, { ...options, ...(sent !== undefined && { body: sent }) }));
};

/** The path that providers redirect users back to. */
const callbackPath = '/api/login/callback';

/** Seconds that a provider has for one answer. */
export const patienceSeconds = 5;

/** Tolerated difference in seconds between the provider's clock and ours. */
export const clockDifference = 30;

/** An OpenID Connect provider, using the code flow with PKCE. The library is loaded at the first sign-in. */
export function openIdProvider(access: ProviderAccess, log: Logger): IdentityProvider {
  const { name, vouches, demo, issuer, trustsAddresses, configuration } = access;
  return {
    name,
    vouches,
    demo,
    begin: async (origin, { fresh }) => {
      const library = await import('openid-client');
      try {
        const config = await configuration(library, origin);
        const [state, nonce] = [library.randomState(), library.randomNonce()];
        const verifier = library.randomPKCECodeVerifier();
        const redirectUri = origin + callbackPath;
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(fresh && { prompt: 'login', max_age: '0' }),
        });
        return { url: url.href, secrets: { state, nonce, verifier, redirectUri } };
      } catch (error) {
        const fault = discoveryFault(error, issuer);
        if (fault !== null) return misconfigured(error, fault, log);
        log.warn({ reason: reasonOf(error) }, 'the identity provider is unavailable');
        return { problem: 'away' };
      }
    },
    finish: async ({ state, nonce, verifier, redirectUri }, parameters) => {
      const library = await import('openid-client');
      try {
        const back = new URL(redirectUri);
        const config = await configuration(library, back.origin);
        back.search = parameters.toString();
        const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await library.authorizationCodeGrant(config, back, expected);
        return { identity: await identityOf(library, config, tokens, trustsAddresses) };
      } catch (error) {
        const fault = configurationFault(error, issuer);
        if (fault !== null) return misconfigured(error, fault, log);
        const problem = problemOf(error);
        if (problem !== 'denied') log.warn({ problem, reason: reasonOf(error) }, 'a sign-in failed');
        return { problem };
      }
    },
  };
}

function misconfigured(error: unknown, fault: string, log: Logger) {
  log.error({ reason: reasonOf(error) }, fault);
  return { problem: 'misconfigured' } as const;
}

const text = z.string().trim().max(100).optional().catch(undefined);
const address = z.string().trim().max(254).pipe(z.email()).optional().catch(undefined);
/** Some providers send it as text. */
const yes = z.union([z.literal(true), z.literal('true')]);
const claimsShape = z.object({
  auth_time: z.number().optional(),
  iss: z.string(),
  sub: z.string(),
  email: address,
  email_verified: z.unknown().optional(),
  name: text,
  given_name: text,
  family_name: text,
  picture: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
});

async function identityOf(
  library: Library,
  config: OpenId.Configuration,
  tokens: OpenId.TokenEndpointResponse & OpenId.TokenEndpointResponseHelpers,
  trustsAddresses: boolean,
): Promise<Identity> {
  const idClaims = tokens.claims();
  if (idClaims === undefined) throw new Error('the provider sent no ID token');
  const claims = claimsShape.parse(
    needsMore(idClaims, config)
      ? { ...(await library.fetchUserInfo(config, tokens.access_token, idClaims.sub)), ...idClaims }
      : idClaims,
  );
  const { name, given_name: firstName = name, family_name: lastName } = claims;
  const isVerified = yes.safeParse(claims.email_verified).success;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: isVerified || trustsAddresses,
    emailTrusted: !isVerified && trustsAddresses,
    firstName: firstName || null,
    lastName: lastName || null,
    picture: claims.picture ?? null,
    signedInAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
  };
}

/** Many providers return the address only from their userinfo endpoint. */
function needsMore(claims: OpenId.IDToken, config: OpenId.Configuration): boolean {
  const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  return !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
}

const refused = z.object({ code: z.literal('OAUTH_AUTHORIZATION_RESPONSE_ERROR'), error: z.string() });
const awayCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
const coded = z.object({ code: z.string() });
const badAnswer = z.object({ cause: z.object({ status: z.number().min(500) }) });
const notFetched = z.object({ message: z.literal('fetch failed') });
const withCause = z.object({ cause: z.unknown() });

/** Classifies by the errors' fields, not by their classes: `fetch` creates errors of a different realm. */
function problemOf(error: unknown): LoginProblem {
  const answer = refused.safeParse(error);
  if (answer.success) {
    if (answer.data.error === 'access_denied') return 'denied';
    return ['server_error', 'temporarily_unavailable'].includes(answer.data.error) ? 'away' : 'failed';
  }
  return isAway(error) ? 'away' : 'failed';
}

function isAway(error: unknown): boolean {
  if (notFetched.safeParse(error).success || badAnswer.safeParse(error).success) return true;
  const code = coded.safeParse(error).data?.code;
  if (code !== undefined && awayCodes.has(code)) return true;
  const cause = withCause.safeParse(error).data?.cause;
  return cause !== undefined && cause !== null && isAway(cause);
}
