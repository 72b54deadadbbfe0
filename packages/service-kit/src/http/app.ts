import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { SecurityLog } from '../security/security-log.ts';
import type { InternalTokens } from '../identity/internal-tokens.ts';
import { appError, type Logger, type Meters, withTrace } from '@earshot/core';
import { type AcceptedHosts, hostCheck } from './accepted-hosts.ts';
import { errorAnswers } from './error-answers.ts';
import type { Dependency } from './dependencies.ts';
import { serveHealth } from './health.ts';
import { giveRequestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { originForm } from './request-target.ts';
import type { ServerParts } from './server-parts.ts';
import { lineLimit } from './line-limit.ts';
import { faultReporter, machineFault } from './machine-faults.ts';
import { peerOf } from './peer.ts';
import { serveRoutes } from './serve-routes.ts';

export interface AppOptions extends ServerParts {
  readonly service: string;
  readonly tokens: InternalTokens;
  readonly dependencies: readonly Dependency[];
  readonly meters: Meters;
  readonly log: Logger;
  readonly security: SecurityLog;
  /**
   * True for a server that clients outside the cluster call. It does not accept their request ids and creates its own.
   */
  readonly facesOutsiders: boolean;
  readonly hosts: AcceptedHosts;
  /** Milliseconds that an idle connection is kept open. */
  readonly keepAliveMs: number;
  /** Aborted when the process receives a request to stop. */
  readonly leaving: AbortSignal;
}

/** Other upgrades, such as h2c, are ignored, and the request is answered over HTTP/1.1. */
function isWebSocket(req: IncomingMessage): boolean {
  return req.headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Creates the HTTP server of a service. Servers differ only in their routes, `first` and `mount`. The server does not
 * listen yet.
 */
export function createHttpServer(options: AppOptions): Server {
  const refusal = hostCheck(options.hosts);
  // A handshake for a host that is not accepted is answered like any other request.
  const upgrades = (req: IncomingMessage) => isWebSocket(req) && refusal(req) === undefined;
  const server = createServer({ shouldUpgradeCallback: upgrades });
  server.keepAliveTimeout = options.keepAliveMs;
  server.headersTimeout = 66_000;
  server.requestTimeout = 60_000;
  const answerError = errorAnswers(options.log);
  const app = expressApp(options, server, answerError);
  // Without a listener, an accept that fails would end the process.
  const report = faultReporter((line) => options.log.error(line));
  server.on('error', (error) => {
    const fault = machineFault(error);
    if (fault !== null) report(fault);
    else if (server.listening) options.log.error({ err: error }, 'the server failed');
  });
  server.on('request', entrance(app, refusal, answerError, options));
  const { upgrade } = options;
  if (upgrade !== undefined)
    server.on('upgrade', (req, socket, head) => {
      if (upgrades(req)) upgrade(req, socket, head);
      else answerPlainly(server, req, socket);
    });
  return server;
}

/** Node 24.0.0, the only 24 in the registry for Macs with Apple silicon, ignores `shouldUpgradeCallback`. */
function answerPlainly(server: Server, req: IncomingMessage, socket: Duplex): void {
  if (!(socket instanceof Socket)) return;
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => socket.end());
  server.emit('request', req, res);
}

type ErrorAnswers = ReturnType<typeof errorAnswers>;

function expressApp(options: AppOptions, server: Server, answerError: ErrorAnswers): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  if (options.first !== undefined) app.use(options.first);
  app.use(serveRoutes(options.routes ?? [], options));
  app.use(serveHealth(options.dependencies, options.leaving));
  options.mount?.(app, server);
  app.use(() => {
    throw appError('route.not-found');
  });
  app.use((thrown: unknown, req: Request, res: Response, _next: NextFunction) => answerError(thrown, req, res));
  return app;
}

/** Refused hosts are counted by no limit, so only some of a flood are recorded. */
const foreignHostsPerSecond = 5;

/**
 * What precedes Express for every request: headers, id, log, and the checks of Host and target. Express gets targets that
 * are a path only, because it would read others in its own way.
 */
function entrance(app: Express, refusal: ReturnType<typeof hostCheck>, answerError: ErrorAnswers, options: AppOptions) {
  const logged = requestLog(options.log, options.meters, options.service);
  const { answerHeaders, security } = options;
  const mayRecord = lineLimit(foreignHostsPerSecond);
  const problemOf = (req: IncomingMessage) => {
    const error = refusal(req);
    if (error?.code === 'host.unknown' && mayRecord())
      security.record({ event: 'foreign-host', outcome: 'refused', network: peerOf(req) });
    return error ?? (originForm(req) === undefined ? appError('route.not-found') : undefined);
  };
  return (req: IncomingMessage, res: ServerResponse): void => {
    answerHeaders?.(req, res);
    const id = giveRequestId(req, res, { trust: !options.facesOutsiders });
    logged(req, res);
    withTrace({ correlationId: id, causationId: id }, () => {
      const problem = problemOf(req);
      req.url = originForm(req) ?? '/';
      if (problem === undefined) app(req, res);
      else answerError(problem, req, res);
    });
  };
}
