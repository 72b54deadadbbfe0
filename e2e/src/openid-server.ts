import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import OpenIdProvider, { type AdapterPayload, type JWK } from 'oidc-provider';
import { z } from 'zod';

/** The person who signs in at the provider, and the claims about them. */
export type Person = { readonly sub: string } & Readonly<Record<string, unknown>>;

export interface OpenIdServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person who signs in from now on. null denies every application. */
  person: Person | null;
  /** Number of requests so far, by the last segment of their path: `token`, `me`, `openid-configuration`. */
  readonly asked: Map<string, number>;
  stop(): Promise<void>;
  /** Starts the same provider at the same address after a stop. */
  start(): Promise<void>;
}

const address = z.object({ port: z.number() });

/** A third-party OpenID provider with a registered client. Its pages answer without user input. */
export async function openIdServer(callbackOf: () => string): Promise<OpenIdServer> {
  const [clientId, clientSecret] = ['earshot-at-work', `secret/${randomUUID()}+`];
  const asked = new Map<string, number>();
  const state: { person: Person | null } = { person: null };
  // Created once the port is known, because the issuer contains it.
  const own: { answer?: ReturnType<typeof handler> } = {};
  let server = createServer();
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://own').pathname.split('/').at(-1) ?? '';
      asked.set(name, (asked.get(name) ?? 0) + 1);
      void own.answer?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return address.parse(server.address()).port;
  };
  const port = await listen(0);
  const issuer = `http://127.0.0.1:${port}`;
  own.answer = handler({ issuer, clientId, clientSecret, callbackOf, state });
  return Object.assign(state, {
    issuer,
    clientId,
    clientSecret,
    asked,
    start: async () => void (await listen(port)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface Options {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callbackOf: () => string;
  readonly state: { readonly person: Person | null };
}

function handler({ issuer, clientId, clientSecret, callbackOf, state }: Options) {
  const persons = new Map<string, Person>();
  const client = () => ({ client_id: clientId, client_secret: clientSecret, redirect_uris: [callbackOf()] });
  const provider = new OpenIdProvider(issuer, {
    adapter: memory((id) => (id === clientId ? client() : undefined)),
    jwks: { keys: [newKey()] },
    findAccount: (_ctx, sub) => {
      const person = persons.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    renderError: (ctx, { error }) => {
      ctx.body = error;
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return async (...[request, response]: Parameters<typeof answer>) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response);
    const { person } = state;
    if (person === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
    persons.set(person.sub, person);
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  };
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const parts = { kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() };
  const primes = { p: z.string(), q: z.string(), dp: z.string(), dq: z.string(), qi: z.string() };
  return { ...z.object({ ...parts, ...primes }).parse(privateKey.export({ format: 'jwk' })), use: 'sig', alg: 'RS256' };
}

/** Stores no sessions, so that each visit starts a new one. */
function memory(client: (id: string) => AdapterPayload | undefined) {
  const payloads = new Map<string, AdapterPayload>();
  return (model: string) => ({
    upsert: async (id: string, payload: AdapterPayload) => {
      if (model !== 'Session') payloads.set(`${model} ${id}`, payload);
    },
    find: async (id: string) => (model === 'Client' ? client(id) : payloads.get(`${model} ${id}`)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id: string) => {
      const payload = payloads.get(`${model} ${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id: string) => void payloads.delete(`${model} ${id}`),
    revokeByGrantId: async () => {},
  });
}

/** The settings with which Earshot signs users in at this provider. */
export function providerSettings({ issuer, clientId, clientSecret }: OpenIdServer): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Example Work',
  };
}
