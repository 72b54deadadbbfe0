import { appError, type Meters } from '@earshot/core';
import { faultReporter, machineFault, type Part, type Platform, sendError } from '@earshot/service-kit';
import type { Endpoint } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';
import { parseCookie, stringifyCookie } from 'cookie';
import { createProxyMiddleware, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Session } from '../domain/session.ts';
import {
  type Caller,
  type Instruction,
  instructionOf,
  isInstruction,
  type SessionInstructions,
} from './session-instructions.ts';

/** Milliseconds an owner has to answer. */
const answerTimeoutMs = 65_000;
/** Milliseconds for which a client may leave an answer unread. The owner holds the rest of it in memory. */
const mostUnreadMs = 30_000;
/**
 * Milliseconds before an idle connection is closed: less than the owner's limit, so that the owner rarely closes it
 * first, and short, so that no idle connections remain after a peak. A connection must also open within this time.
 */
const idleMs = 2_000;

export interface ApiProxy extends Part {
  /** Forwards a request to the owner of the endpoint. `session` is the caller's session, if any. */
  forward(endpoint: Endpoint, session: Session | null): (req: IncomingMessage, res: ServerResponse) => void;
}

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'log' | 'meters'>;
  readonly instructions: SessionInstructions;
  /** How long a client may leave an answer unread. */
  readonly unreadMs?: number;
}

/**
 * Forwards requests to the endpoint's owner over kept-alive connections, with the owner's host, because services accept
 * no other. The body is streamed and never parsed here. The request to the owner ends when the client leaves.
 */
export function apiProxy(options: Options): ApiProxy {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: idleMs });
  watchAgent(agent, options.platform.meters);
  const callers = new WeakMap<IncomingMessage, Caller>();
  const answerUnavailable = unavailableAnswers(options.platform);
  const proxies = new Map<ServiceName, RequestHandler>();
  const proxyTo = (service: ServiceName) => {
    const proxy = proxies.get(service) ?? ownersProxy(service, { ...options, agent, callers, answerUnavailable });
    proxies.set(service, proxy);
    return proxy;
  };
  return {
    forward: ({ service, cookies }, session) => {
      const proxy = proxyTo(service);
      return (req, res) => {
        callers.set(req, { session, userAgent: req.headers['user-agent'] ?? null });
        keepOwnersHeaders(req.headers, cookies);
        // The proxy copies this header to the answer.
        req.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
        void proxy(req, res);
      };
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: async () => agent.destroy(),
  };
}

interface OwnersProxy extends Options {
  readonly agent: Agent;
  readonly callers: WeakMap<IncomingMessage, Caller>;
  readonly answerUnavailable: (error: unknown, res: ServerResponse) => void;
}

const nobody: Caller = { session: null, userAgent: null };

function ownersProxy(service: ServiceName, options: OwnersProxy): RequestHandler {
  const { platform, instructions, unreadMs = mostUnreadMs, agent, callers, answerUnavailable } = options;
  const mayInstruct = service === 'auth';
  return createProxyMiddleware({
    router: () => platform.directory.urlOf(service),
    changeOrigin: true,
    agent,
    headers: { connection: 'keep-alive' },
    proxyTimeout: answerTimeoutMs,
    selfHandleResponse: mayInstruct,
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyRes: (owner, req, res) => {
        endUnread(owner, res, unreadMs);
        const carryOut = (instruction: Instruction) => instructions.carryOut(instruction, callers.get(req) ?? nobody);
        if (!mayInstruct) cleanAnswer(owner.headers);
        else answerOfAuth(owner, res, carryOut).catch((error: unknown) => answerUnavailable(error, res));
      },
      error: (error, _req, res) => 'statusCode' in res && answerUnavailable(error, res),
    },
  });
}

/** Carries out auth's instruction before the answer reaches the browser, so that every sign-in has a session. */
async function answerOfAuth(
  owner: IncomingMessage,
  res: ServerResponse,
  carryOut: (instruction: Instruction) => Promise<readonly string[]>,
): Promise<void> {
  const instruction = instructionOf(owner.headers);
  cleanAnswer(owner.headers);
  if (instruction === null) {
    forwardHead(owner, res);
    owner.pipe(res);
    return;
  }
  // Read the whole body first: an aborted answer must not sign anyone in.
  const body = await buffer(owner);
  forwardHead(owner, res, await carryOut(instruction));
  res.end(body);
}

function watchAgent(agent: Agent, meters: Meters): void {
  const count = (byOwner: NodeJS.ReadOnlyDict<readonly unknown[]>) =>
    Object.values(byOwner).reduce((sum, some = []) => sum + some.length, 0);
  meters.gauge('proxySockets').watch('gateway', () => [
    { labels: { state: 'in-use' }, value: count(agent.sockets) },
    { labels: { state: 'idle' }, value: count(agent.freeSockets) },
    { labels: { state: 'waiting' }, value: count(agent.requests) },
  ]);
}

/**
 * Keeps only the cookies that the endpoint declares: the session's secret stays in the gateway. Removes headers of the
 * client's connection; Node has answered `Expect`.
 */
function keepOwnersHeaders(headers: IncomingHttpHeaders, names: readonly string[]): void {
  const cookies = names.length === 0 ? {} : parseCookie(headers.cookie ?? '');
  const forwarded = names.flatMap((name) =>
    cookies[name] === undefined ? [] : [stringifyCookie({ [name]: cookies[name] })],
  );
  for (const name of ['cookie', 'keep-alive', 'upgrade', 'expect']) delete headers[name];
  if (forwarded.length > 0) headers.cookie = forwarded.join('; ');
}

/** Removes what is for the gateway only: instructions, and the headers of the connection to the owner. */
function cleanAnswer(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) {
    if (isInstruction(name) || /^(connection|keep-alive|transfer-encoding)$/.test(name)) delete headers[name];
  }
}

function forwardHead(
  { statusCode = 502, headers }: IncomingMessage,
  res: ServerResponse,
  cookies: readonly string[] = [],
): void {
  res.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  const setCookies = [...cookies, ...(headers['set-cookie'] ?? [])];
  if (setCookies.length > 0) res.setHeader('Set-Cookie', setCookies);
}

/** Ends an answer that the client does not read. The pipe pauses it first. */
function endUnread(owner: IncomingMessage, res: ServerResponse, unreadMs: number): void {
  owner.once('pause', () =>
    res.setTimeout(unreadMs, () => {
      if (res.writableLength > 0) res.destroy();
    }),
  );
}

/** Answers 503 and logs the cause. Without file descriptors, the gateway cannot connect to a service. */
function unavailableAnswers({ log }: Pick<Platform, 'log'>): (error: unknown, res: ServerResponse) => void {
  const report = faultReporter((line) => log.error(line));
  return (error, res) => {
    if (res.headersSent || res.destroyed) return;
    const fault = machineFault(error);
    if (fault === null) log.warn({ err: error }, 'a service did not answer');
    else report(fault);
    sendError(res, appError('service.unavailable'));
  };
}
