import type { Meters } from '@earshot/core';
import type { Part, Platform } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { sendError } from '@earshot/service-kit';
import type { Endpoint } from '@earshot/proto/http';
import type { Request, RequestHandler, Response } from 'express';
import { parseCookie, stringifyCookie } from 'cookie';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Session } from '../domain/session.ts';
import type { SessionInstructions } from './session-instructions.ts';
import { instructionOf, isInstruction } from './session-instructions.ts';
import { retryOnce } from './retry-once.ts';

/** Hop-by-hop headers: they apply to one connection only. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Milliseconds an owner has to answer. */
const answerTimeoutMs = 65_000;
/**
 * Milliseconds before an idle connection is closed: less than the owner's limit, so that the owner rarely closes it
 * first.
 */
const idleMs = 4_000;

export interface ApiProxy extends Part {
  /** `session` is the caller's session, if any. */
  forward(endpoint: Endpoint, session: Session | null): RequestHandler;
}

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'log' | 'meters'>;
  readonly instructions: SessionInstructions;
}

interface ForwardedCall {
  readonly endpoint: Endpoint;
  readonly session: Session | null;
}

/**
 * Forwards requests to the endpoint's owner over kept-alive connections, with the owner's host, because services accept
 * no other. The body is streamed and never parsed here.
 */
export function apiProxy({ platform, instructions }: Options): ApiProxy {
  const agent = keepAliveAgent(platform.meters);
  const calls = new WeakMap<IncomingMessage, ForwardedCall>();
  const retries = retryOnce();
  const shared = {
    agent,
    changeOrigin: true,
    proxyTimeout: answerTimeoutMs,
    router: (req: IncomingMessage) => platform.directory.urlOf(calls.get(req)?.endpoint.service ?? 'gateway'),
    target: 'http://127.0.0.1',
  };
  const onError = (error: Error, req: Request, res: Response | Socket) => {
    if (res instanceof Socket || !retries.tryRetry(error, req, res)) answerUnavailable(error, res, platform);
  };
  const onSending = (sent: ClientRequest, req: Request, res: Response) => {
    retries.sending(req, sent);
    dropWhenClientLeaves(sent, res);
  };
  const on = { proxyReq: onSending, error: onError };
  const plain = createProxyMiddleware<Request, Response>({ ...shared, on: { ...on, proxyRes: hideOwnersHeaders } });
  const instructed = createProxyMiddleware<Request, Response>({
    ...shared,
    selfHandleResponse: true,
    on: {
      ...on,
      proxyRes: (answer, req, res) => {
        const session = calls.get(req)?.session ?? null;
        forwardAnswer(answer, req, res, { instructions, session }).catch((error: unknown) => {
          answer.destroy();
          answerUnavailable(error, res, platform);
        });
      },
    },
  });
  return {
    forward: (endpoint, session) => (req, res, next) => {
      calls.set(req, { endpoint, session });
      keepCookies(req.headers, endpoint.cookies);
      const proxy = endpoint.service === 'auth' ? instructed : plain;
      retries.begin(req, () => void proxy(req, res, next));
      return proxy(req, res, next);
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(agent.destroy()),
  };
}

function keepAliveAgent(meters: Meters): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32 });
  // The agent's timeout option would also end connections that are being opened.
  agent.on('free', (socket: Socket) => socket.setTimeout(idleMs));
  watchAgent(agent, meters);
  return agent;
}

function watchAgent(agent: Agent, meters: Meters): void {
  const sum = (lists: NodeJS.ReadOnlyDict<readonly unknown[]>) =>
    Object.values(lists).reduce((count, list) => count + (list?.length ?? 0), 0);
  meters.gauge('proxySockets').watch('gateway', () => [
    { labels: { state: 'in-use' }, value: sum(agent.sockets) },
    { labels: { state: 'idle' }, value: sum(agent.freeSockets) },
    { labels: { state: 'waiting' }, value: sum(agent.requests) },
  ]);
}

/** Carries out auth's instruction before the answer reaches the browser, so that every sign-in has a session. */
async function forwardAnswer(
  answer: IncomingMessage,
  req: Request,
  res: Response,
  { instructions, session }: { instructions: SessionInstructions; session: Session | null },
): Promise<void> {
  const instruction = instructionOf(answer.headers);
  if (instruction === null) {
    forwardHead(answer, res, []);
    // An aborted answer must not look complete.
    answer.once('error', () => res.destroy());
    answer.pipe(res);
    return;
  }
  // Read the whole body first: an aborted answer must not sign anyone in.
  const body = await buffer(answer);
  const userAgent = req.get('user-agent') ?? null;
  forwardHead(answer, res, await instructions.carryOut(instruction, { session, userAgent }));
  res.end(body);
}

function forwardHead(answer: IncomingMessage, res: Response, cookies: readonly string[]): void {
  res.status(answer.statusCode ?? 502);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !isInstruction(name) && !hopByHopHeaders.has(name)) res.setHeader(name, value);
  }
  const setCookies = [...cookies, ...(answer.headers['set-cookie'] ?? [])];
  if (setCookies.length > 0) res.setHeader('Set-Cookie', setCookies);
}

/** Forwards only the cookies that the endpoint declares. The session's secret stays in the gateway. */
function keepCookies(headers: IncomingMessage['headers'], names: readonly string[]): void {
  const given = names.length === 0 ? {} : parseCookie(headers.cookie ?? '');
  const kept = names.flatMap((name) => (given[name] === undefined ? [] : [stringifyCookie({ [name]: given[name] })]));
  delete headers.cookie;
  if (kept.length > 0) headers.cookie = kept.join('; ');
}

/** The owner's connection headers do not apply to the client's connection. */
function hideOwnersHeaders(answer: IncomingMessage): void {
  delete answer.headers.connection;
  delete answer.headers['keep-alive'];
  for (const name of Object.keys(answer.headers)) if (isInstruction(name)) delete answer.headers[name];
}

function dropWhenClientLeaves(toOwner: { destroy(): unknown }, res: Response): void {
  res.once('close', () => {
    if (!res.writableFinished) toOwner.destroy();
  });
}

function answerUnavailable(error: unknown, res: Response | Socket, { log }: Pick<Platform, 'log'>): void {
  if (res instanceof Socket || res.headersSent || res.destroyed) return;
  log.warn({ err: error }, 'a service did not answer');
  sendError(res, appError('service.unavailable'));
}
