import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { Meters } from '@earshot/core';
import type { Logger } from '@earshot/core';
import type { SecurityLog } from '../security/security-log.ts';
import type { InternalTokens } from '../identity/internal-tokens.ts';
import { appError } from '@earshot/core';
import type { AcceptedHosts } from './accepted-hosts.ts';
import { hostCheck } from './accepted-hosts.ts';
import { errorMiddleware } from './error-answers.ts';
import type { Dependency } from '../dependencies.ts';
import { mountHealth } from './health.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { mountRoutes } from './mount-routes.ts';
import { peerOf } from './peer.ts';

export interface AppOptions {
  readonly service: string;
  readonly routes: readonly Route[];
  readonly mount?: ((app: Express, server: Server) => void) | undefined;
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
 * Creates the HTTP server of a service. Servers differ only in their routes and `mount`. The server does not listen
 * yet.
 */
export function createHttpServer(options: AppOptions): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The gateway checks paths as the contracts write them, so no other spelling may reach a handler.
  app.enable('case sensitive routing');
  const refusal = hostCheck(options.hosts);
  // A handshake for a host that is not accepted is answered like any other request.
  const upgrades = (req: IncomingMessage) => isWebSocket(req) && refusal(req) === undefined;
  const server = createServer({ shouldUpgradeCallback: upgrades }, app);
  server.keepAliveTimeout = options.keepAliveMs;
  server.headersTimeout = 66_000;
  server.requestTimeout = 60_000;
  app.use(requestId({ trust: !options.facesOutsiders }));
  app.use(requestLog(options.log, options.meters, options.service));
  app.use((req: Request, _res: Response, next: NextFunction) => {
    const error = refusal(req);
    if (error?.code === 'host.unknown')
      options.security.record({ event: 'foreign-host', outcome: 'refused', network: peerOf(req) });
    next(error);
  });
  mountHealth(app, options.dependencies, options.leaving);
  options.mount?.(app, server);
  mountRoutes(app, options.routes, options);
  app.use((_req: Request, _res: Response, next: NextFunction) => {
    next(appError('route.not-found'));
  });
  app.use(errorMiddleware(options.log));
  return server;
}
