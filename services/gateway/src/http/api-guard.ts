import type { Platform, RateLimiter, SecurityLog } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { originHeader, targetOf, tokenHeader, visitorHeader } from '@earshot/service-kit';
import type { Endpoint } from '@earshot/proto/http';
import { openBeforeRelease } from '@earshot/proto/http';
import type { NextFunction, Request, RequestHandler } from 'express';
import type { Session, Sessions } from '../domain/session.ts';
import { isForeign, publicOrigin } from '../domain/origin.ts';
import type { RouteTable } from '../domain/routing.ts';
import { recognise } from '../domain/visitor.ts';
import type { DevGate } from './dev-gate.ts';
import type { NetworkLimit } from './network-limit.ts';
import type { SessionCookies } from './session-cookies.ts';

export interface GuardOptions {
  readonly routes: RouteTable;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
  readonly gate: Pick<DevGate, 'admits'>;
  readonly network: Pick<NetworkLimit, 'count'>;
  /** Rate limit for all calls of a user. */
  readonly userLimit: Pick<RateLimiter, 'take'>;
  readonly platform: Pick<Platform, 'tokens' | 'clock' | 'security'>;
  /** Forwards an accepted request to the endpoint's owner. */
  readonly forward: (endpoint: Endpoint, session: Session | null) => RequestHandler;
}

/**
 * Checks an /api call in this order, after its Host: 404, 405, 429 (network), 403 (origin, gate), 401, 403 (rights,
 * confirmation), 429 (user). Then forwards it to the owner, which makes the remaining checks
 * (docs/decisions/0015-gateway-checks-from-contracts.md).
 */
export function apiGuard(options: GuardOptions): RequestHandler {
  return async (req, res, next) => {
    const match = options.routes.match(req.method, req.path);
    if (match.kind === 'nothing') throw appError('route.not-found');
    if (match.kind === 'wrong-method') {
      res.setHeader('Allow', match.allow.join(', '));
      throw appError('route.method-not-allowed');
    }
    res.locals['route'] = match.endpoint.path;
    res.locals['reportsSuccess'] = match.endpoint.reportsSuccess;
    const address = await options.network.count(req);
    if (changesState(req) && foreign(req, options.url)) {
      recordForeign('call', address, options.platform.security);
      throw appError('origin.forbidden');
    }
    if (!openBeforeRelease.has(match.endpoint) && !options.gate.admits(req.headers)) throw appError('gate.closed');
    const session = await recognise(options.cookies.read(req.headers.cookie), {
      sessions: options.sessions,
      clock: options.platform.clock,
    });
    allow(match.endpoint, session);
    if (match.endpoint.confirm) await requireConfirmed(session, options);
    if (session !== null) await options.userLimit.take(session.userId);
    setCallerHeaders(match.endpoint, { session, address }, req, options);
    if (match.endpoint.service === 'gateway') next();
    else forwardTo(options.forward(match.endpoint, session), req, res, next);
  };
}

function forwardTo(
  handler: RequestHandler,
  ...[req, res, next]: [Request, Parameters<RequestHandler>[1], NextFunction]
) {
  void handler(req, res, next);
}

function changesState(req: Request): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD';
}

/** `isForeign` of a request. */
export function foreign(req: Pick<Request, 'headers'>, url: string | undefined): boolean {
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

function allow(endpoint: Endpoint, session: Session | null): void {
  if (endpoint.access === 'public') return;
  if (session === null) throw appError('auth.unauthorized');
  if (endpoint.access === 'admin' && !session.admin) throw appError('auth.forbidden');
}

/** A sensitive action needs a recent proof of presence, so that a stolen session or an unattended browser cannot do it. */
async function requireConfirmed(session: Session | null, { sessions, platform }: GuardOptions): Promise<void> {
  const isConfirmed = session !== null && (await sessions.isConfirmed(session.sid, platform.clock.now()));
  if (!isConfirmed) throw appError('auth.confirm');
}

/** Replaces identity headers from outside with verified facts. */
function setCallerHeaders(
  endpoint: Endpoint,
  { session, address }: { session: Session | null; address: string },
  req: Request,
  { platform, url }: GuardOptions,
): void {
  cleanHeaders(req.headers);
  req.headers[visitorHeader] = address;
  const origin = publicOrigin(req.headers.host, url);
  if (origin !== undefined) req.headers[originHeader] = origin;
  if (session === null) return;
  const facts = { userId: session.userId, admin: session.admin, sessionRef: session.sid };
  req.headers[tokenHeader] = platform.tokens.sign(targetOf(endpoint), facts);
}

/** Removes headers that services trust, because clients can forge them. Cookies stay for the gateway's endpoints. */
export function cleanHeaders(headers: Request['headers']): void {
  for (const name of Object.keys(headers)) {
    if (/^(x-earshot-|x-user-|x-forwarded-|(forwarded|traceparent|tracestate|baggage)$)/.test(name))
      delete headers[name];
  }
}
