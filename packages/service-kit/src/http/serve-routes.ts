import type { Endpoint } from '@earshot/proto/http';
import { maxBodyBytes } from '@earshot/proto/values';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { InternalTokens, VerifiedToken } from '../identity/internal-tokens.ts';
import { targetOf, visitTarget } from '../identity/token-targets.ts';
import { appError } from '@earshot/core';
import type { SecurityLog } from '../security/security-log.ts';
import { type AnswersInProgress, answersInProgress } from './answers-in-progress.ts';
import { contractRouter } from './contract-router.ts';
import { invalidRequest } from './error-answers.ts';
import { peerOf } from './peer.ts';
import { requestIdOf } from './request-id.ts';
import { markRoute } from './request-log.ts';
import { Answer, type Caller, FileAnswer, type Input, type RequestFacts, type Route } from './route.ts';
import { sendJson } from './send-json.ts';

/** The header that carries the internal token between services. */
export const tokenHeader = 'x-earshot-token';
/** The header with the gateway's token for the visit. Without it, a service believes no header about the visitor. */
export const visitHeader = 'x-earshot-visit';
/** The header in which the gateway passes on the visitor's address. */
export const visitorHeader = 'x-earshot-visitor';

/** The header in which the gateway passes on the mail address of the signed-in user to the sandbox, percent-encoded. */
export const mailAddressHeader = 'x-earshot-mail-address';

/** The header in which the gateway passes on the origin that browsers use. */
export const originHeader = 'x-earshot-origin';

/** The parser's error for a body that does not match its Content-Encoding; it has no `type`. */
const unpackFailure = z.object({ status: z.literal(400), type: z.undefined().optional() });

/** The type is checked before. */
const parseJson = express.json({ limit: maxBodyBytes, strict: false, type: () => true });

interface Guards {
  readonly tokens: InternalTokens;
  readonly security: SecurityLog;
}

/** The requests of routes. Checks run in this order: 405, 401, 413, 429, 400, then the handler. */
export function serveRoutes(routes: readonly Route[], guards: Guards): Router {
  const inProgress = answersInProgress();
  return contractRouter(routes.map((route) => [route.endpoint, served(route, inProgress, guards)]));
}

function served({ endpoint, handle }: Route, inProgress: AnswersInProgress, guards: Guards): RequestHandler {
  const { contract } = targetOf(endpoint);
  const mark = { route: endpoint.path, reportsSuccess: endpoint.reportsSuccess };
  return async (req, res) => {
    markRoute(res, mark);
    const caller = authenticate(endpoint, contract, req, guards);
    const visit = visitOf(endpoint, req, guards);
    const body = await (endpoint.ignoresBody ? passOverBody(req) : readBody(req, res));
    if (caller !== null && visit !== null) inProgress.begin(caller.userId, res);
    const result = await handle(inputOf(endpoint, body, visit, req, res), caller);
    if (result instanceof FileAnswer) await sendFile(endpoint, result, res);
    else send(endpoint, result, res);
  };
}

/** The caller that the token names; null without a token on a public endpoint. */
function authenticate(
  endpoint: Endpoint,
  contract: string,
  req: IncomingMessage,
  { tokens, security }: Guards,
): Caller | null {
  const token = headerOf(req, tokenHeader);
  const verified = token === undefined ? null : tokens.verify(token, contract);
  const reason = refusalOf(endpoint, token, verified);
  if (reason !== null) {
    // The visitor's address comes from the caller, which this check does not trust.
    const network = peerOf(req);
    security.record({ event: 'internal-token', outcome: 'refused', reason, userId: verified?.userId, network });
  }
  if (verified === null) {
    if (endpoint.access !== 'public') throw appError('auth.unauthorized');
    return null;
  }
  if (reason !== null) throw appError('auth.forbidden', { issuer: verified.issuer });
  const { userId, admin, sessionRef } = verified;
  return { userId, admin, ...(sessionRef !== undefined && { sessionRef }) };
}

type Visit = Pick<RequestFacts, 'ip' | 'origin'>;

/**
 * The visitor's address and the origin; null for a call of another service. Only the gateway knows them: any process on
 * this machine or in the cluster can reach a service and send its headers, but only the gateway can sign the token.
 */
function visitOf({ service }: Endpoint, req: IncomingMessage, { tokens }: Guards): Visit | null {
  const token = headerOf(req, visitHeader);
  const verified = token === undefined ? null : tokens.verify(token, visitTarget(service).contract);
  if (verified?.issuer !== 'gateway') return null;
  return { ip: headerOf(req, visitorHeader) ?? peerOf(req) ?? '', origin: headerOf(req, originHeader) ?? null };
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

function announcedBytes({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/** Reads a body that is too large to its end: a caller that still sends may not get an answer before. */
async function passOverBody(req: IncomingMessage): Promise<undefined> {
  req.resume();
  if (announcedBytes(req) <= maxBodyBytes) return;
  await finished(req).catch(() => undefined);
  throw appError('request.too-large');
}

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Reads and parses the body; undefined without one. */
async function readBody(req: Request, res: Response): Promise<unknown> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || announcedBytes(req) > 0;
  if (!hasBody) return undefined;
  if (!jsonType.test(req.headers['content-type'] ?? '')) {
    await passOverBody(req);
    throw appError('request.unsupported-media');
  }
  return new Promise((resolve, reject) => {
    parseJson(req, res, (problem?: Error) => {
      if (problem === undefined) resolve(req.body);
      else reject(unpackFailure.safeParse(problem).success ? appError('request.malformed') : problem);
    });
  });
}

function inputOf(endpoint: Endpoint, sent: unknown, visit: Visit | null, req: Request, res: Response): Input<Endpoint> {
  const params = endpoint.params.safeParse(req.params);
  // A path parameter with an invalid format matches no resource.
  if (!params.success) throw appError('route.not-found');
  const query = endpoint.query.safeParse(req.query);
  if (!query.success) throw invalidRequest(query.error);
  const body = endpoint.body.safeParse(sent === undefined ? {} : sent);
  if (!body.success) throw invalidRequest(body.error);
  let signal: AbortSignal | undefined;
  const request = {
    id: requestIdOf(res),
    ...(visit ?? { ip: peerOf(req) ?? '', origin: null }),
    get signal() {
      return (signal ??= leavingOf(res));
    },
    header: (name: string) => headerOf(req, name.toLowerCase()),
    cookie: (name: string) => cookieOf(req, name),
  };
  return { params: params.data, query: query.data, body: body.data, request };
}

/** `name` in lower case. Node joins repeated headers, except for cookies of answers. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Made on first use: most handlers need no signal, and each abort makes an error with its stack. */
function leavingOf(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  if (res.closed) leaving.abort();
  else res.once('close', () => leaving.abort());
  return leaving.signal;
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Sends only what the contract declares: unknown fields are removed, and a wrong shape is an internal error. */
function send(endpoint: Endpoint, result: unknown, res: ServerResponse): void {
  const answer = result instanceof Answer ? result : new Answer<unknown>(result, {});
  const status = answer.status ?? endpoint.statuses[0] ?? 200;
  if (!endpoint.statuses.includes(status)) throw new Error(`${endpoint.path} does not declare status ${status}`);
  const body = endpoint.response.parse(answer.body);
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (status !== 204 && status !== 302) {
    sendJson(res, status, body);
    return;
  }
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(status).end();
}

async function sendFile(endpoint: Endpoint, { content, headers }: FileAnswer, res: ServerResponse): Promise<void> {
  if (endpoint.produces === 'application/json') throw new Error(`${endpoint.path} does not declare a file`);
  const text = endpoint.produces.startsWith('text/') ? `${endpoint.produces}; charset=utf-8` : endpoint.produces;
  res.statusCode = endpoint.statuses[0] ?? 200;
  res.setHeader('Content-Type', text);
  res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (!(content instanceof Readable)) {
    res.end(content);
    return;
  }
  // The pipeline adds seven listeners to those of the log, the limits and the stop.
  res.setMaxListeners(20);
  await pipeline(content, res).catch((error: unknown) => {
    // A caller who disconnects before the end is not an error.
    if (!isEarlyClose(error)) throw error;
  });
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
