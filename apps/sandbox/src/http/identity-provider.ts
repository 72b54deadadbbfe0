import express, { type Request, type RequestHandler, type Response } from 'express';
import type {
  Adapter,
  AdapterFactory,
  Configuration,
  JWKS,
  KoaContextWithOIDC,
  default as Provider,
} from 'oidc-provider';
import { z } from 'zod';
import { claimsOf, people, type Person, typedPerson } from '../domain/people.ts';
import { choicePage, identityErrorPage, identityHeaders } from './identity-pages.ts';

export interface IdentityOptions {
  /** Loads the private signing keys. Called once. */
  readonly keys: () => JWKS;
  readonly state: AdapterFactory;
  /** Called when an internal error occurs. */
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * The issuer name of Sandbox ID (docs/decisions/0042-sandbox-id-has-a-fixed-issuer.md). It is not an address, because
 * browsers and services reach Sandbox ID at different ones, while accounts are stored under this name.
 */
const issuer = 'https://sandbox-id.invalid';
/** The only client. It is a public client, so it authenticates with PKCE. */
const clientId = 'earshot';
const callbackPath = '/api/login/callback';

/** In seconds. A person has ten minutes for the pages. The code is redeemed immediately. */
const lives = { Interaction: 600, AuthorizationCode: 60, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 };

/**
 * Sandbox ID, an OpenID provider that can be mounted under any path. The library is loaded with the first request,
 * because loading takes longer than the rest of the sandbox. Behind a proxy, `X-Forwarded-Host`, `-Proto` and `-Prefix`
 * give the address that browsers use.
 */
export function identityProvider(options: IdentityOptions): RequestHandler {
  let loaded: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loaded ??= load(options).catch((error: unknown) => {
      // The next request tries again.
      loaded = undefined;
      throw error;
    });
    const handler = await loaded;
    return handler(request, response, next);
  };
}

async function load({ keys, state, warn }: IdentityOptions): Promise<RequestHandler> {
  const { default: OpenIdProvider } = await import('oidc-provider');
  const persons = new Map(people.map((person) => [person.subject, person]));
  const adapter: AdapterFactory = (model) =>
    model === 'Client' ? clients(() => new URL(OpenIdProvider.ctx?.href ?? issuer).origin) : state(model);
  const provider = new OpenIdProvider(issuer, configuration({ keys: keys(), adapter, persons }));
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => warn('Sandbox ID failed', error));
  // Otherwise Koa writes errors to the console.
  provider.silent = true;
  const answer = provider.callback();
  const router = express.Router();
  router.use(seenByBrowser);
  router.get('/interaction/:uid', (request, response) => ask(provider, request, response));
  router.post('/interaction/:uid', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) =>
    take(provider, persons, request, response),
  );
  router.use((request, response) => void answer(request, response));
  return router;
}

/** Makes the provider build its addresses from the one that the browser used. */
const seenByBrowser: RequestHandler = (request, _response, next) => {
  request.originalUrl = (request.get('x-forwarded-prefix') ?? '') + request.originalUrl;
  next();
};

function configuration(given: {
  keys: JWKS;
  adapter: AdapterFactory;
  persons: ReadonlyMap<string, Person>;
}): Configuration {
  return {
    adapter: given.adapter,
    jwks: given.keys,
    findAccount: (_ctx, subject) => {
      const person = given.persons.get(subject);
      return person && { accountId: subject, claims: () => claimsOf(person) };
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (ctx, { uid }) => new URL(`interaction/${uid}`, ctx.oidc.urlFor('authorization')).href },
    cookies: {
      names: { session: 'sandbox_session', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      long: { path: '/sandbox/oidc', httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    ttl: lives,
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    loadExistingGrant: agreed,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.set(identityHeaders);
      ctx.type = 'html';
      ctx.body = identityErrorPage(description ?? error);
    },
  };
}

/** Earshot's client may redirect back only to the origin that the browser already uses. */
function clients(origin: () => string): Adapter {
  const nothing = async () => {};
  return {
    find: async (id) =>
      id === clientId
        ? {
            client_id: clientId,
            client_name: 'Earshot',
            token_endpoint_auth_method: 'none',
            id_token_signed_response_alg: 'ES256',
            redirect_uris: [origin() + callbackPath],
          }
        : undefined,
    upsert: nothing,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}

/** Choosing a person grants all requested scopes, without a consent page. */
async function agreed(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function ask(provider: Provider, request: Request, response: Response): Promise<void> {
  if (await isOpen(provider, request, response)) show(response, 200, choicePage(null));
}

/** Whether the sign-in of this page is still pending. Otherwise shows an error page. */
async function isOpen(provider: Provider, request: Request, response: Response): Promise<boolean> {
  try {
    await provider.interactionDetails(request, response);
    return true;
  } catch {
    show(response, 400, identityErrorPage('It has expired, or it was begun in another browser.'));
    return false;
  }
}

const form = z.object({ action: z.string().optional(), subject: z.string().optional() }).catch({});

async function take(
  provider: Provider,
  persons: Map<string, Person>,
  request: Request,
  response: Response,
): Promise<void> {
  if (!(await isOpen(provider, request, response))) return;
  const { action, subject } = form.parse(request.body);
  if (action === 'deny') {
    const denied = { error: 'access_denied', error_description: 'The user declined' };
    await provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false });
    return;
  }
  const listed = people.find((person) => person.subject === subject);
  const typed = listed === undefined ? typedPerson(request.body) : { person: listed };
  if ('problem' in typed) {
    show(response, 400, choicePage(typed.problem));
    return;
  }
  remember(persons, typed.person);
  const login = { accountId: typed.person.subject, remember: false };
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
}

/** The largest number of remembered people. Beyond it, the oldest are removed. */
const mostPersons = 10_000;

function remember(persons: Map<string, Person>, person: Person): void {
  persons.delete(person.subject);
  const [oldest] = persons.keys();
  if (persons.size >= mostPersons && oldest !== undefined) persons.delete(oldest);
  persons.set(person.subject, person);
}

function show(response: Response, status: number, html: string): void {
  response.status(status).set(identityHeaders).type('html').send(html);
}
