import type { Logger, Meters } from '@earshot/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lineLimit } from './line-limit.ts';

/** What the log, spans and error answers know about the route of a request. */
export interface RouteMark {
  /** The route's pattern, never the values in the path. */
  readonly route: string;
  /** Whether error answers contain `success` and `error`. */
  readonly reportsSuccess: boolean;
}

/** Express and the spans of requests know the mark as `res.locals`. */
export function markRoute(res: ServerResponse, mark: RouteMark): void {
  Object.assign(res, { locals: mark });
}

/** The mark of a request; of one without a route, 'none'. */
export function routeMarkOf(res: ServerResponse): RouteMark {
  const locals = 'locals' in res && typeof res.locals === 'object' && res.locals !== null ? res.locals : {};
  const route = 'route' in locals && typeof locals.route === 'string' ? locals.route : 'none';
  return { route, reportsSuccess: 'reportsSuccess' in locals && locals.reportsSuccess === true };
}

/** Lines of requests that reach no route: unknown hosts and paths. The metric counts all of them. */
const strayLinesPerSecond = 20;

/** Writes one log line and one measurement per request. */
export function requestLog(log: Logger, meters: Meters, service: string) {
  const requests = meters.histogram('httpRequestSeconds');
  // The line has only the fields below, so there is nothing to redact.
  const lines = log.child({}, { redact: [] });
  const mayWriteStray = lineLimit(strayLinesPerSecond);
  return (req: IncomingMessage, res: ServerResponse): void => {
    const startedAt = performance.now();
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const { route } = routeMarkOf(res);
      const { method = '' } = req;
      const status = res.writableFinished ? res.statusCode : 499;
      requests.observe({ service, method, route, status: String(status) }, ms / 1000);
      // The limits of networks and users do not count these.
      const isStray = route === 'none' && status >= 400;
      if (!route.startsWith('/health') && (!isStray || mayWriteStray()))
        lines.info({ method, route, status, ms: Math.round(ms) }, 'request');
    });
  };
}
