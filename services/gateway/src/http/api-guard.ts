import { appError } from '@earshot/core';
import {
  contractRouter,
  markRoute,
  originHeader,
  type Platform,
  type RateLimiter,
  type SecurityLog,
  targetOf,
  tokenHeader,
  visitHeader,
  visitorHeader,
  visitToken,
} from '@earshot/service-kit';
import { authContract, type Endpoint, openBeforeRelease } from '@earshot/proto/http';
import type { RequestHandler, Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Session, Sessions } from '../domain/session.ts';
import { isForeign, publicOrigin } from '../domain/origin.ts';
import { isCall } from '../domain/routing.ts';
import { recognise } from '../domain/visitor.ts';
import type { ApiProxy } from './api-proxy.ts';
import type { DevGate } from './dev-gate.ts';
import type { NetworkLimit } from './network-limit.ts';
import { isDocsFile } from './open-api-routes.ts';
import type { SessionCookies } from './session-cookies.ts';

export interface GuardOptions {
  /** The calls that are open to browsers. */
  readonly endpoints: readonly Endpoint[];
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
  readonly gate: Pick<DevGate, 'admits'>;
  readonly network: Pick<NetworkLimit, 'count'>;
  /** Rate limit for all calls of a user. */
  readonly userLimit: Pick<RateLimiter, 'take'>;
  /** Whether administrators need a second factor. */
  readonly adminsNeedFactor: boolean;
  readonly platform: Pick<Platform, 'tokens' | 'clock' | 'security' | 'call'>;
  /** Forwards an accepted request to the endpoint's owner. */
  readonly forward: ApiProxy['forward'];
}

/**
 * Checks a call in this order, after its Host: 404, 405, 429 (network), 403 (origin, gate), 401, 403 (rights,
 * confirmation, second factor of administrators), 429 (user). Then forwards it to the owner, which makes the remaining
 * checks (docs/decisions/0015-gateway-checks-from-contracts.md). The gateway's own calls, pages and files continue to
 * their routes.
 */
export function apiGuard(options: GuardOptions): Router {
  return contractRouter(options.endpoints.map((endpoint) => [endpoint, guarded(endpoint, options)])).use(
    (req, _res, next) => {
      if (isCall(req.path) && !isDocsFile(req.path)) throw appError('route.not-found');
      next();
    },
  );
}

function guarded(endpoint: Endpoint, options: GuardOptions): RequestHandler {
  const mark = { route: endpoint.path, reportsSuccess: endpoint.reportsSuccess };
  return async (req, res, next) => {
    markRoute(res, mark);
    const address = await options.network.count(req);
    if (changesState(req) && foreign(req, options.url)) {
      recordForeign('call', address, options.platform.security);
      throw appError('origin.forbidden');
    }
    if (endpoint === authContract.startLogin && foreign(req, options.url)) {
      // Otherwise a page of another site could sign a person in who is still signed in at the provider.
      res.writeHead(302, { Location: '/auth' }).end();
      return;
    }
    if (!openBeforeRelease.has(endpoint) && !options.gate.admits(req.headers)) throw appError('gate.closed');
    const session = await recognise(options.cookies.read(req.headers.cookie), {
      sessions: options.sessions,
      clock: options.platform.clock,
    });
    allow(endpoint, session, { address, options });
    if (endpoint.confirm) await requireConfirmed(session, options);
    if (endpoint.access === 'admin') await requireFactor(session, { address, options });
    if (session !== null) await options.userLimit.take(session.userId);
    setCallerHeaders(endpoint, { session, address }, req, options);
    if (endpoint.service === 'gateway') next('router');
    else options.forward(endpoint, session)(req, res);
  };
}

function changesState(req: IncomingMessage): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD';
}

/** `isForeign` of a request. */
export function foreign(req: Pick<IncomingMessage, 'headers'>, url: string | undefined): boolean {
  const site = req.headers['sec-fetch-site'];
  return isForeign({
    origin: req.headers.origin,
    fetchSite: typeof site === 'string' ? site : undefined,
    host: req.headers.host,
    url,
  });
}

/** Records a call, a socket or a form of another site. */
export function recordForeign(reason: 'call' | 'socket' | 'sandbox', network: string, security: SecurityLog): void {
  security.record({ event: 'cross-origin-call', outcome: 'refused', reason, network });
}

interface Call {
  readonly address: string;
  readonly options: GuardOptions;
}

function allow(endpoint: Endpoint, session: Session | null, call: Call): void {
  if (endpoint.access === 'public') return;
  if (session === null) throw appError('auth.unauthorized');
  if (endpoint.access !== 'admin' || session.admin) return;
  recordForbidden('not-administrator', session, call);
  throw appError('auth.forbidden');
}

function recordForbidden(reason: 'not-administrator' | 'no-factor', { userId }: Session, call: Call): void {
  const { security } = call.options.platform;
  security.record({ event: 'forbidden-call', outcome: 'refused', reason, userId, network: call.address });
}

/** A sensitive action needs a recent proof of presence, so that a stolen session or an unattended browser cannot do it. */
async function requireConfirmed(session: Session | null, { sessions, platform }: GuardOptions): Promise<void> {
  const isConfirmed = session !== null && (await sessions.isConfirmed(session.sid, platform.clock.now()));
  if (!isConfirmed) throw appError('auth.confirm');
}

/** Asks auth for each call: an administrator who sets up a factor continues at once, in every session. */
async function requireFactor(session: Session | null, call: Call): Promise<void> {
  const { adminsNeedFactor, platform } = call.options;
  if (!adminsNeedFactor || session === null) return;
  const { needsFactor } = await platform.call(authContract.checkAdmin, { userId: session.userId });
  if (!needsFactor) return;
  recordForbidden('no-factor', session, call);
  throw appError('auth.factor-required');
}

/** Replaces identity headers from outside with verified facts. */
function setCallerHeaders(
  endpoint: Endpoint,
  { session, address }: { session: Session | null; address: string },
  req: IncomingMessage,
  { platform, url }: GuardOptions,
): void {
  cleanHeaders(req.headers);
  req.headers[visitHeader] = visitToken(platform.tokens, endpoint.service);
  req.headers[visitorHeader] = address;
  const origin = publicOrigin(req.headers.host, url);
  if (origin !== undefined) req.headers[originHeader] = origin;
  if (session === null) return;
  const facts = { userId: session.userId, admin: session.admin, sessionRef: session.sid };
  req.headers[tokenHeader] = platform.tokens.sign(targetOf(endpoint), facts);
}

/** Removes headers that services trust, because clients can forge them. Cookies stay for the gateway's endpoints. */
export function cleanHeaders(headers: IncomingMessage['headers']): void {
  for (const name of Object.keys(headers)) {
    if (/^(x-earshot-|x-user-|x-forwarded-|(forwarded|traceparent|tracestate|baggage)$)/.test(name))
      delete headers[name];
  }
}
