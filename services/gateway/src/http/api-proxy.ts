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
import { onceMore } from './once-more.ts';

/** Headers of one connection alone; the next one has its own. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Milliseconds an owner may take to answer. */
const answerTimeoutMs = 65_000;
/** Milliseconds for which an idle connection is kept: less than its owner keeps it, so that it is never met closing. */
const idleMs = 4_000;

export interface ApiProxy extends Part {
  /** `session` is the caller's, if there is one. */
  forward(endpoint: Endpoint, session: Session | null): RequestHandler;
}

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'log' | 'meters'>;
  readonly instructions: SessionInstructions;
}

interface Errand {
  readonly endpoint: Endpoint;
  readonly session: Session | null;
}

/** Passes requests to the endpoint's owner over kept-alive connections; the body streams and is never parsed here. */
export function apiProxy({ platform, instructions }: Options): ApiProxy {
  const agent = keepingAgent(platform.meters);
  const errands = new WeakMap<IncomingMessage, Errand>();
  const repeating = onceMore();
  const shared = {
    agent,
    xfwd: false,
    proxyTimeout: answerTimeoutMs,
    router: (req: IncomingMessage) => platform.directory.urlOf(errands.get(req)?.endpoint.service ?? 'gateway'),
    target: 'http://127.0.0.1',
  };
  const onError = (error: Error, req: Request, res: Response | Socket) => {
    if (res instanceof Socket || !repeating.repeats(error, req, res)) answerAway(error, res, platform);
  };
  const onSending = (sent: ClientRequest, req: Request, res: Response) => {
    repeating.sending(req, sent);
    dropWhenClientLeaves(sent, res);
  };
  const plain = createProxyMiddleware<Request, Response>({
    ...shared,
    on: { proxyReq: onSending, error: onError, proxyRes: hideOwnersHeaders },
  });
  const obeying = createProxyMiddleware<Request, Response>({
    ...shared,
    selfHandleResponse: true,
    on: {
      proxyReq: onSending,
      error: onError,
      proxyRes: (answer, req, res) => {
        const session = errands.get(req)?.session ?? null;
        passOn(answer, req, res, { instructions, session }).catch((error: unknown) => {
          answer.destroy();
          answerAway(error, res, platform);
        });
      },
    },
  });
  return {
    forward: (endpoint, session) => (req, res, next) => {
      errands.set(req, { endpoint, session });
      keepCookies(req.headers, endpoint.cookies);
      const proxy = endpoint.service === 'auth' ? obeying : plain;
      repeating.begin(req, () => void proxy(req, res, next));
      return proxy(req, res, next);
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(agent.destroy()),
  };
}

function keepingAgent(meters: Meters): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32 });
  // Not the agent's own time-out, which would end connections that are being made as well.
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

/** Carries out what auth's answer asks for before the browser hears of it: no sign-in without its session. */
async function passOn(
  answer: IncomingMessage,
  req: Request,
  res: Response,
  { instructions, session }: { instructions: SessionInstructions; session: Session | null },
): Promise<void> {
  const instruction = instructionOf(answer.headers);
  if (instruction === null) {
    passHead(answer, res, []);
    // An owner that breaks off must not look like the end of its answer.
    answer.once('error', () => res.destroy());
    answer.pipe(res);
    return;
  }
  // Whole first: an answer that breaks off signs nobody in.
  const body = await buffer(answer);
  const userAgent = req.get('user-agent') ?? null;
  passHead(answer, res, await instructions.carryOut(instruction, { session, userAgent }));
  res.end(body);
}

function passHead(answer: IncomingMessage, res: Response, cookies: readonly string[]): void {
  res.status(answer.statusCode ?? 502);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !isInstruction(name) && !ofConnection.has(name)) res.setHeader(name, value);
  }
  for (const cookie of cookies) res.appendHeader('Set-Cookie', cookie);
}

/** Only what the endpoint declares goes on: the session's secret stays here. */
function keepCookies(headers: IncomingMessage['headers'], names: readonly string[]): void {
  const given = names.length === 0 ? {} : parseCookie(headers.cookie ?? '');
  const kept = names.flatMap((name) => (given[name] === undefined ? [] : [stringifyCookie({ [name]: given[name] })]));
  delete headers.cookie;
  if (kept.length > 0) headers.cookie = kept.join('; ');
}

/** The end of the owner's connection is not that of the client's. */
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

function answerAway(error: unknown, res: Response | Socket, { log }: Pick<Platform, 'log'>): void {
  if (res instanceof Socket || res.headersSent || res.destroyed) return;
  log.warn({ err: error }, 'a service did not answer');
  sendError(res, appError('service.unavailable'));
}
