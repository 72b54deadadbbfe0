import type { Endpoint } from '@earshot/proto/http';
import { maxBodyBytes } from '@earshot/proto/values';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import express from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { InternalTokens, VerifiedToken } from '../identity/internal-tokens.ts';
import { targetOf } from '../identity/token-targets.ts';
import { appError } from '@earshot/core';
import type { SecurityLog } from '../security/security-log.ts';
import { invalidRequest } from './error-answers.ts';
import { peerOf } from './peer.ts';
import { requestIdOf } from './request-id.ts';
import type { Caller, Input, Route } from './route.ts';
import { Answer, FileAnswer } from './route.ts';

/** The header that carries the internal token between services. */
export const tokenHeader = 'x-earshot-token';
/** The header in which the gateway passes on the visitor's address. */
export const visitorHeader = 'x-earshot-visitor';

/** The header in which the gateway passes on the mail address of the signed-in user to the sandbox, percent-encoded. */
export const mailAddressHeader = 'x-earshot-mail-address';

/** The header in which the gateway passes on the origin that browsers use. */
export const originHeader = 'x-earshot-origin';

/** The parser's error for a body that does not match its Content-Encoding; it has no `type`. */
const unpackFailure = z.object({ status: z.literal(400), type: z.undefined().optional() });

const parseJson = express.json({ limit: maxBodyBytes, strict: false });

interface Guards {
  readonly tokens: InternalTokens;
  readonly security: SecurityLog;
}

/** Mounts each route. Checks run in this order: 405, 401, 413, 400, then the handler. */
export function mountRoutes(app: Express, routes: readonly Route[], guards: Guards): void {
  const paths = new Map<string, Route[]>();
  for (const item of routes) paths.set(item.endpoint.path, [...(paths.get(item.endpoint.path) ?? []), item]);
  for (const [path, items] of [...paths].sort(([a], [b]) => specificity(b) - specificity(a))) {
    const target = app.route(path);
    target.all(mark(path, items));
    for (const item of items) {
      const verb = methodOf(item.endpoint);
      const body = item.endpoint.ignoresBody ? passOverBody : readBody;
      target[verb](authenticate(item.endpoint, guards), body, respond(item));
    }
    target.all((_req: Request, res: Response, next: NextFunction) => {
      res.setHeader('Allow', items.map((item) => item.endpoint.method).join(', '));
      next(appError('route.method-not-allowed'));
    });
  }
}

/** Fixed segments take precedence over parameters, whatever the order of declaration. */
function specificity(path: string): number {
  return path.split('/').reduce((sum, segment) => sum * 2 + (segment.startsWith(':') ? 0 : 1), 0);
}

function methodOf(endpoint: Endpoint): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
  return verbs[endpoint.method];
}

function mark(path: string, items: readonly Route[]): RequestHandler {
  const reportsSuccess = items.some((item) => item.endpoint.reportsSuccess);
  return (_req, res, next) => {
    res.locals['route'] = path;
    res.locals['reportsSuccess'] = reportsSuccess;
    next();
  };
}

const callers = new WeakMap<Request, Caller>();

function authenticate(endpoint: Endpoint, { tokens, security }: Guards): RequestHandler {
  const { contract } = targetOf(endpoint);
  return (req, _res, next) => {
    const token = req.get(tokenHeader);
    const verified = token === undefined ? null : tokens.verify(token, contract);
    const reason = refusalOf(endpoint, token, verified);
    if (reason !== null) {
      // The visitor's address comes from the caller, which this check does not trust.
      const network = peerOf(req);
      security.record({ event: 'internal-token', outcome: 'refused', reason, userId: verified?.userId, network });
    }
    if (verified === null) {
      next(endpoint.access === 'public' ? undefined : appError('auth.unauthorized'));
      return;
    }
    if (reason !== null) {
      next(appError('auth.forbidden', { issuer: verified.issuer }));
      return;
    }
    const { userId, admin, sessionRef } = verified;
    callers.set(req, { userId, admin, ...(sessionRef !== undefined && { sessionRef }) });
    next();
  };
}

/** Why the token does not open the endpoint, or null. A public endpoint needs none. */
function refusalOf(endpoint: Endpoint, token: string | undefined, verified: VerifiedToken | null) {
  if (verified === null) {
    if (token !== undefined) return 'invalid';
    return endpoint.access === 'public' ? null : 'missing';
  }
  if (!endpoint.callers.includes(verified.issuer)) return 'wrong-caller';
  return endpoint.access === 'admin' && !verified.admin ? 'not-administrator' : null;
}

const passOverBody: RequestHandler = (req, _res, next) => {
  const tooLarge = Number(req.headers['content-length'] ?? 0) > maxBodyBytes;
  req.resume();
  next(tooLarge ? appError('request.too-large') : undefined);
};

const readBody: RequestHandler = (req, res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is('application/json')) {
    const tooLarge = Number(req.headers['content-length'] ?? 0) > maxBodyBytes;
    next(appError(tooLarge ? 'request.too-large' : 'request.unsupported-media'));
    return;
  }
  parseJson(req, res, (problem?: unknown) => {
    next(unpackFailure.safeParse(problem).success ? appError('request.malformed') : problem);
  });
};

function respond(item: Route): RequestHandler {
  return async (req, res) => {
    const leaving = new AbortController();
    res.once('close', () => leaving.abort());
    const result = await item.handle(inputOf(item.endpoint, req, res, leaving.signal), callers.get(req) ?? null);
    if (result instanceof FileAnswer) await sendFile(item.endpoint, result, res);
    else send(item.endpoint, result, res);
  };
}

function inputOf(endpoint: Endpoint, req: Request, res: Response, signal: AbortSignal): Input<Endpoint> {
  const params = endpoint.params.safeParse(req.params);
  // A path parameter with an invalid format matches no resource.
  if (!params.success) throw appError('route.not-found');
  const query = endpoint.query.safeParse(req.query);
  if (!query.success) throw invalidRequest(query.error);
  const body = endpoint.body.safeParse(req.body === undefined ? {} : req.body);
  if (!body.success) throw invalidRequest(body.error);
  const request = {
    id: requestIdOf(res),
    ip: req.get(visitorHeader) ?? req.socket.remoteAddress ?? '',
    origin: req.get(originHeader) ?? null,
    signal,
    header: (name: string) => req.get(name),
    cookie: (name: string) => cookieOf(req, name),
  };
  return { params: params.data, query: query.data, body: body.data, request };
}

function cookieOf(req: Request, name: string): string | undefined {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sends only what the contract declares: unknown fields are removed, and a wrong shape is an internal error. */
function send(endpoint: Endpoint, result: unknown, res: Response): void {
  const given = result instanceof Answer ? result : new Answer<unknown>(result, {});
  const status = given.status ?? endpoint.statuses[0] ?? 200;
  if (!endpoint.statuses.includes(status)) throw new Error(`${endpoint.path} does not declare status ${status}`);
  const body = endpoint.response.parse(given.body);
  for (const [name, value] of Object.entries(given.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  if (status === 204 || status === 302) res.status(status).end();
  else res.status(status).json(body);
}

async function sendFile(endpoint: Endpoint, { content, headers }: FileAnswer, res: Response): Promise<void> {
  if (endpoint.produces === 'application/json') throw new Error(`${endpoint.path} does not declare a file`);
  const text = endpoint.produces.startsWith('text/') ? `${endpoint.produces}; charset=utf-8` : endpoint.produces;
  res.status(endpoint.statuses[0] ?? 200).setHeader('Content-Type', text);
  res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (!(content instanceof Readable)) {
    res.end(content);
    return;
  }
  await pipeline(content, res).catch((error: unknown) => {
    // A caller who disconnects before the end is not an error.
    if (!isEarlyClose(error)) throw error;
  });
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
