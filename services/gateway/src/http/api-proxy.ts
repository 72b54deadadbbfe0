import type { Meters } from '@earshot/core';
import type { Part, Platform } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { faultReporter, machineFault, sendError } from '@earshot/service-kit';
import type { Endpoint } from '@earshot/proto/http';
import { maxBodyBytes } from '@earshot/proto/values';
import { parseCookie, stringifyCookie } from 'cookie';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import { Agent } from 'undici';
import type { Session } from '../domain/session.ts';
import type { SessionInstructions } from './session-instructions.ts';
import { instructionOf, isInstruction } from './session-instructions.ts';

/** Hop-by-hop headers: they apply to one connection only. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Milliseconds an owner has to answer. */
const answerTimeoutMs = 65_000;
/** Milliseconds for which a client may leave an answer unread. The owner holds the rest of it in memory. */
const mostUnreadMs = 30_000;
/**
 * Milliseconds before an idle connection is closed: less than the owner's limit, so that the owner rarely closes it
 * first, and short, so that no idle connections remain after a peak.
 */
const idleMs = 2_000;

/** Error codes of a connection that the other end closed. */
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export interface ApiProxy extends Part {
  /** `session` is the caller's session, if any. */
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
 * no other. The body is streamed and never parsed here.
 */
export function apiProxy({ platform, instructions, unreadMs = mostUnreadMs }: Options): ApiProxy {
  const agent = new Agent({
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
  });
  watchAgent(agent, platform.meters);
  const answerUnavailable = unavailableAnswers(platform);
  return {
    forward: (endpoint, session) => (req, res) => {
      const carryOut = endpoint.service === 'auth' ? instructions.carryOut : undefined;
      const { method = 'GET', url: path = '/' } = req;
      const forwardsBody = hasBody(req) && !endpoint.ignoresBody;
      if (endpoint.ignoresBody && isTooLarge(req)) {
        // The rest is not read.
        res.setHeader('Connection', 'close');
        sendError(res, appError('request.too-large'));
        return;
      }
      if (!forwardsBody) req.resume();
      const call: Dispatcher.DispatchOptions = {
        origin: platform.directory.urlOf(endpoint.service),
        method,
        path,
        headers: headersForOwner(forwardsBody ? req.headers : withoutBody(req.headers), endpoint.cookies),
        body: forwardsBody ? req : null,
      };
      const userAgent = req.headers['user-agent'] ?? null;
      const onFailed = (error: unknown) => answerUnavailable(error, res);
      const send = (onBroken: (error: Error) => void) =>
        agent.dispatch(call, new Forwarding(res, { carryOut, session, userAgent, unreadMs, onBroken, onFailed }));
      send((error) => (mayRetry(error, req, res) ? send(onFailed) : onFailed(error)));
    },
    name: 'gateway proxy',
    start: () => Promise.resolve(),
    stop: () => agent.destroy(),
  };
}

function watchAgent(agent: Agent, meters: Meters): void {
  // An agent with a limit of connections has a pool for each origin.
  const sum = (of: (pool: Pool.PoolStats) => number) =>
    Object.values(agent.stats).reduce((count, stats) => count + ('queued' in stats ? of(stats) : 0), 0);
  meters.gauge('proxySockets').watch('gateway', () => [
    { labels: { state: 'in-use' }, value: sum(({ connected, free }) => connected - free) },
    { labels: { state: 'idle' }, value: sum(({ free }) => free) },
    { labels: { state: 'waiting' }, value: sum(({ queued }) => queued) },
  ]);
}

/**
 * Whether to send a request again that failed before any byte of the answer: only a read without a body, and only if the
 * connection broke. Most such connections were idle, and the owner, or its replacement, is probably healthy.
 */
function mayRetry(error: Error, req: IncomingMessage, res: ServerResponse): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (!isRead || hasBody(req)) return false;
  return 'code' in error && broken.has(error.code) && !res.destroyed;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > maxBodyBytes;
}

function withoutBody({
  'content-length': _1,
  'content-type': _2,
  'content-encoding': _3,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

interface Answering {
  /** Carries out auth's instruction before the answer reaches the browser, so that every sign-in has a session. */
  readonly carryOut: SessionInstructions['carryOut'] | undefined;
  readonly session: Session | null;
  readonly userAgent: string | null;
  readonly unreadMs: number;
  /** Called when the request failed before any byte of the answer. */
  readonly onBroken: (error: Error) => void;
  /** Called when the request failed later, and nothing was sent to the client. */
  readonly onFailed: (error: unknown) => void;
}

/** Streams the owner's answer to the client. Ends the request to the owner when the client leaves. */
class Forwarding implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #answering: Answering;
  #controller: Dispatcher.DispatchController | undefined;
  #hasStarted = false;
  #instructed: Instructed | undefined;
  #unread: NodeJS.Timeout | undefined;

  constructor(res: ServerResponse, answering: Answering) {
    this.#res = res;
    this.#answering = answering;
    res.once('close', () => this.#abandon());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#res.destroyed) this.#abandon();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Node answers `Expect` itself, so no other interim answer is of use to the client.
    if (status < 200) return;
    this.#hasStarted = true;
    const { carryOut } = this.#answering;
    const instruction = carryOut === undefined ? null : instructionOf(headers);
    if (carryOut === undefined || instruction === null) forwardHead(this.#res, { status, headers, cookies: [] });
    else this.#instructed = { status, headers, chunks: [], carryOut: () => carryOut(instruction, this.#answering) };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // Read the whole body first: an aborted answer must not sign anyone in.
    if (this.#instructed !== undefined) this.#instructed.chunks.push(chunk);
    else if (!this.#res.write(chunk)) {
      controller.pause();
      this.#unread = setTimeout(() => this.#res.destroy(), this.#answering.unreadMs);
      this.#res.once('drain', () => {
        clearTimeout(this.#unread);
        controller.resume();
      });
    }
  }

  onResponseEnd(): void {
    if (this.#instructed === undefined) this.#res.end();
    else this.#carryOut(this.#instructed).catch(this.#answering.onFailed);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#hasStarted) this.#answering.onBroken(error);
    else if (this.#instructed !== undefined) this.#answering.onFailed(error);
    // An aborted answer must not look complete.
    else this.#res.destroy();
  }

  async #carryOut({ status, headers, chunks, carryOut }: Instructed): Promise<void> {
    forwardHead(this.#res, { status, headers, cookies: await carryOut() });
    this.#res.end(Buffer.concat(chunks));
  }

  #abandon(): void {
    clearTimeout(this.#unread);
    if (!this.#res.writableFinished) this.#controller?.abort(new Error('the client left'));
  }
}

/** An answer that the gateway reads whole, because it contains an instruction of auth. */
interface Instructed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly chunks: Buffer[];
  readonly carryOut: () => Promise<readonly string[]>;
}

interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Cookies that the gateway adds. */
  readonly cookies: readonly string[];
}

function forwardHead(res: ServerResponse, { status, headers, cookies }: Head): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !isInstruction(name) && !hopByHopHeaders.has(name)) res.setHeader(name, value);
  }
  const setCookies = [...cookies, ...[headers['set-cookie'] ?? []].flat()];
  if (setCookies.length > 0) res.setHeader('Set-Cookie', setCookies);
}

/**
 * The headers of a request without those of the client's connection. It keeps only the cookies that the endpoint
 * declares: the session's secret stays in the gateway.
 */
function headersForOwner(
  {
    connection: _1,
    'keep-alive': _2,
    'transfer-encoding': _3,
    upgrade: _4,
    expect: _5,
    host: _6,
    cookie = '',
    ...headers
  }: IncomingHttpHeaders,
  names: readonly string[],
): IncomingHttpHeaders {
  if (names.length === 0 || cookie === '') return headers;
  const given = parseCookie(cookie);
  const kept = names.flatMap((name) => (given[name] === undefined ? [] : [stringifyCookie({ [name]: given[name] })]));
  return kept.length === 0 ? headers : { ...headers, cookie: kept.join('; ') };
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
