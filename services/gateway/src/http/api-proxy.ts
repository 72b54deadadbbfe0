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
import type { Session } from '../domain/session.ts';
import type { SessionInstructions } from './session-instructions.ts';
import { instructionOf, isInstruction } from './session-instructions.ts';

/** Headers of one connection alone; the next one has its own. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Milliseconds an owner may take to answer. */
const answerTimeoutMs = 65_000;

export interface ApiProxy extends Part {
  /** `session` is the caller's, if there is one. */
  forward(endpoint: Endpoint, session: Session | null): RequestHandler;
}

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'log'>;
  readonly instructions: SessionInstructions;
}

interface Errand {
  readonly endpoint: Endpoint;
  readonly session: Session | null;
}

/** Passes requests to the endpoint's owner over kept-alive connections; the body streams and is never parsed here. */
export function apiProxy({ platform, instructions }: Options): ApiProxy {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 32 });
  const errands = new WeakMap<IncomingMessage, Errand>();
  const shared = {
    agent,
    xfwd: false,
    proxyTimeout: answerTimeoutMs,
    router: (req: IncomingMessage) => platform.directory.urlOf(errands.get(req)?.endpoint.service ?? 'gateway'),
    target: 'http://127.0.0.1',
  };
  const onError = (error: Error, _req: Request, res: Response | Socket) => answerAway(error, res, platform);
  const plain = createProxyMiddleware<Request, Response>({
    ...shared,
    on: { proxyReq: dropWhenClientLeaves, error: onError, proxyRes: hideInstructions },
  });
  const obeying = createProxyMiddleware<Request, Response>({
    ...shared,
    selfHandleResponse: true,
    on: {
      proxyReq: dropWhenClientLeaves,
      error: onError,
      proxyRes: (answer, req, res) => {
        passOn(answer, req, res, { instructions, session: errands.get(req)?.session ?? null }).catch(
          (error: unknown) => {
            answer.destroy();
            answerAway(error, res, platform);
          },
        );
      },
    },
  });
  return {
    forward: (endpoint, session) => (req, res, next) => {
      errands.set(req, { endpoint, session });
      keepCookies(req.headers, endpoint.cookies);
      return (endpoint.service === 'auth' ? obeying : plain)(req, res, next);
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(agent.destroy()),
  };
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
