import type { Part, Platform } from '@earshot/platform';
import { appError, sendError } from '@earshot/platform';
import type { Endpoint } from '@earshot/proto/http';
import type { Request, RequestHandler, Response } from 'express';
import { parseCookie, stringifyCookie } from 'cookie';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Sessions } from '../domain/session.ts';
import { digestOf, newSecret } from '../domain/visitor.ts';
import type { SessionCookies } from './session-cookies.ts';

/** auth's signed instruction to the gateway, carried out here; none of its kind is ever shown to the browser. */
const sessionHeader = 'x-earshot-session';
const actionHeader = 'x-earshot-session-action';
const isInstruction = (name: string) => name.startsWith('x-earshot-');

/** Headers of one connection alone; the next one has its own. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Milliseconds an owner may take to answer. */
const answerTimeoutMs = 65_000;

export interface ApiProxy extends Part {
  forward(endpoint: Endpoint): RequestHandler;
}

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'tokens' | 'clock' | 'log'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Passes requests to the endpoint's owner over kept-alive connections; the body streams and is never parsed here. */
export function apiProxy({ platform, sessions, cookies }: Options): ApiProxy {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32 });
  const owners = new WeakMap<IncomingMessage, Endpoint['service']>();
  const shared = {
    agent,
    xfwd: false,
    proxyTimeout: answerTimeoutMs,
    router: (req: IncomingMessage) => platform.directory.urlOf(owners.get(req) ?? 'gateway'),
    target: 'http://127.0.0.1',
  };
  const onError = (error: Error, _req: Request, res: Response | Socket) => answerAway(error, res, platform);
  const plain = createProxyMiddleware<Request, Response>({
    ...shared,
    on: { proxyReq: dropWhenClientLeaves, error: onError, proxyRes: hideInstructions },
  });
  const signingIn = createProxyMiddleware<Request, Response>({
    ...shared,
    selfHandleResponse: true,
    on: {
      proxyReq: dropWhenClientLeaves,
      error: onError,
      proxyRes: (answer, _req, res) => {
        passOn(answer, res, { platform, sessions, cookies }).catch((error: unknown) =>
          answerAway(error, res, platform),
        );
      },
    },
  });
  return {
    forward: (endpoint) => (req, res, next) => {
      owners.set(req, endpoint.service);
      keepCookies(req.headers, endpoint.cookies);
      const proxy = endpoint.service === 'auth' && endpoint.access === 'public' ? signingIn : plain;
      return proxy(req, res, next);
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(agent.destroy()),
  };
}

/** Carries out what auth's answer asks for before the browser hears of it: no sign-in without its session. */
async function passOn(answer: IncomingMessage, res: Response, options: Options): Promise<void> {
  const body = await buffer(answer);
  const started = await carryOut(answer, options);
  res.status(answer.statusCode ?? 502);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !isInstruction(name) && !ofConnection.has(name)) res.setHeader(name, value);
  }
  for (const cookie of started) res.appendHeader('Set-Cookie', cookie);
  res.end(body);
}

/** A signed instruction of auth starts a session: a new secret at each sign-in. */
async function carryOut(answer: IncomingMessage, { platform, sessions, cookies }: Options): Promise<string[]> {
  const token = answer.headers[sessionHeader];
  if (typeof token !== 'string' || answer.headers[actionHeader] !== 'start') return [];
  const verified = platform.tokens.verify(token);
  if (verified?.issuer !== 'auth') throw new Error('a session instruction that auth did not sign');
  const secret = newSecret();
  const now = platform.clock.now();
  const { userId, admin } = verified;
  await sessions.start({ sid: digestOf(secret), userId, admin, startedAt: now, usedAt: now });
  return cookies.start(secret);
}

/** Only what the endpoint declares goes on: the session's secret stays here. */
function keepCookies(headers: IncomingMessage['headers'], names: readonly string[]): void {
  const given = names.length === 0 ? {} : parseCookie(headers.cookie ?? '');
  const kept = names.flatMap((name) => (given[name] === undefined ? [] : [stringifyCookie({ [name]: given[name] })]));
  delete headers.cookie;
  if (kept.length > 0) headers.cookie = kept.join('; ');
}

function hideInstructions(answer: IncomingMessage): void {
  for (const name of Object.keys(answer.headers)) if (isInstruction(name)) delete answer.headers[name];
}

function dropWhenClientLeaves(toOwner: { destroy(): unknown }, _req: Request, res: Response): void {
  res.once('close', () => {
    if (!res.writableFinished) toOwner.destroy();
  });
}

function answerAway(error: unknown, res: Response | Socket, { log }: Pick<Platform, 'log'>): void {
  if (res instanceof Socket || res.headersSent || res.destroyed) return;
  log.warn({ err: error }, 'a service did not answer');
  sendError(res, appError('service.unavailable'));
}
