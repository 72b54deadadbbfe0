import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { Meters } from '@earshot/core';
import type { Logger } from '@earshot/core';
import type { InternalTokens } from '../identity/internal-tokens.ts';
import { appError } from '@earshot/core';
import { errorMiddleware } from './error-answers.ts';
import type { Dependency } from '../dependencies.ts';
import { mountHealth } from './health.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { mountRoutes } from './mount-routes.ts';

export interface AppOptions {
  readonly service: string;
  readonly routes: readonly Route[];
  readonly mount?: ((app: Express, server: Server) => void) | undefined;
  readonly tokens: InternalTokens;
  readonly dependencies: readonly Dependency[];
  readonly meters: Meters;
  readonly log: Logger;
  /** The gateway faces outsiders and makes request ids itself. */
  readonly facesOutsiders: boolean;
  /** Milliseconds for which an idle connection is kept. */
  readonly keepAliveMs: number;
  /** Aborted when the process is asked to stop. */
  readonly leaving: AbortSignal;
}

/** Any other offer to upgrade, such as h2c, may be passed over, and the request is answered as it is. */
function isWebSocket(req: IncomingMessage): boolean {
  return req.headers.upgrade?.toLowerCase() === 'websocket';
}

/** The HTTP side of one service: the same for all, told apart by routes and `mount`. Not listening yet. */
export function createHttpServer(options: AppOptions): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The gateway's checks know addresses as the contracts write them; no other spelling may reach a handler.
  app.enable('case sensitive routing');
  const server = createServer({ shouldUpgradeCallback: isWebSocket }, app);
  server.keepAliveTimeout = options.keepAliveMs;
  server.headersTimeout = 66_000;
  server.requestTimeout = 60_000;
  app.use(requestId({ trust: !options.facesOutsiders }));
  app.use(requestLog(options.log, options.meters, options.service));
  mountHealth(app, options.dependencies, options.leaving);
  options.mount?.(app, server);
  mountRoutes(app, options.routes, options.tokens);
  app.use((_req: Request, _res: Response, next: NextFunction) => {
    next(appError('route.not-found'));
  });
  app.use(errorMiddleware(options.log));
  return server;
}
