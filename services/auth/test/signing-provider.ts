import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

type Facts = Readonly<Record<string, unknown>>;

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token as a provider, or somebody who pretends to be it, could send it. */
export interface TokenShape {
  readonly header?: Facts;
  readonly claims?: Facts;
  /** Which key signs; the provider's by default. */
  readonly by?: 'provider' | 'stranger' | 'client-secret' | 'nobody';
}

export interface SigningProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The ID token of the next sign-in, whose nonce is `nonce`. */
  answerWith(nonce: string, shape: TokenShape): void;
  /** The issuer that the provider's metadata names. */
  nameIssuer(name: string): void;
  /** Whether the token endpoint refuses the client. */
  refuseClient(isRefused: boolean): void;
  stop(): Promise<void>;
}

/** An OpenID provider on loopback that answers each code with a chosen ID token. */
export async function startSigningProvider(): Promise<SigningProvider> {
  const [own, stranger] = [keyPair(), keyPair()];
  const [clientId, clientSecret] = ['earshot', 'the client secret of Earshot, which is long'];
  const state = { issuer: '', named: '', token: '', refusesClient: false };
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => metadataOf(state.issuer, state.named),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'ES256', use: 'sig' }] }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: state.token }),
  };
  const server = createServer((request, response) => {
    const isRefused = state.refusesClient && request.url === '/token';
    const body = isRefused ? { error: 'invalid_client' } : answers[request.url ?? '']?.();
    response.writeHead(body === undefined ? 404 : isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  state.issuer = state.named = `http://127.0.0.1:${port}`;
  const signatureOf = (text: string, by: TokenShape['by']) => {
    if (by === 'nobody') return '';
    if (by === 'client-secret') return createHmac('sha256', clientSecret).update(text).digest('base64url');
    const key = (by === 'stranger' ? stranger : own).privateKey;
    return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  };
  return {
    issuer: state.issuer,
    clientId,
    clientSecret,
    answerWith: (nonce, { header, claims, by }) => {
      const now = Math.floor(Date.now() / 1_000);
      const facts = { iss: state.issuer, aud: clientId, sub: 'ada', iat: now, exp: now + 60, nonce };
      const person = { email: 'ada@example.test', email_verified: true };
      const text = `${encode({ alg: 'ES256', kid: 'own', ...header })}.${encode({ ...facts, ...person, ...claims })}`;
      state.token = `${text}.${signatureOf(text, by)}`;
    },
    nameIssuer: (name) => (state.named = name),
    refuseClient: (isRefused) => (state.refusesClient = isRefused),
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function metadataOf(at: string, issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${at}/auth`,
    token_endpoint: `${at}/token`,
    jwks_uri: `${at}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  };
}
