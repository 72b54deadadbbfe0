import type { NextFunction, Request, Response } from 'express';
import type { Meters } from '@earshot/core';
import type { Logger } from '@earshot/core';

/**
 * Writes one log line and one measurement per request. They contain the route's pattern, never the values in the path.
 */
export function requestLog(log: Logger, meters: Meters, service: string) {
  const requests = meters.histogram('httpRequestSeconds');
  return (req: Request, res: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const route = String(res.locals['route'] ?? 'none');
      const status = res.writableFinished ? res.statusCode : 499;
      requests.observe({ service, method: req.method, route, status: String(status) }, ms / 1000);
      if (!route.startsWith('/health')) log.info({ method: req.method, route, status, ms: Math.round(ms) }, 'request');
    });
    next();
  };
}
