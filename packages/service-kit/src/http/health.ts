import express, { type Router } from 'express';
import type { ServerResponse } from 'node:http';
import { away, type Dependency } from './dependencies.ts';
import { markRoute } from './request-log.ts';
import { sendJson } from './send-json.ts';

/**
 * Answers the health checks. `/health/live` reports that the process serves.
 * `/health/ready` reports whether all needed dependencies answer (`missing` is empty) and the process is not `leaving`.
 * `away` lists every dependency that does not answer, including those that the service can work without for a while.
 */
export function serveHealth(dependencies: readonly Dependency[], leaving: AbortSignal): Router {
  const mark = (res: ServerResponse, route: string) => markRoute(res, { route, reportsSuccess: false });
  return express
    .Router({ caseSensitive: true })
    .get('/health/live', (_req, res) => {
      mark(res, '/health/live');
      sendJson(res, 200, { status: 'live' });
    })
    .get('/health/ready', async (_req, res) => {
      mark(res, '/health/ready');
      const names = await away(dependencies);
      const missing = dependencies.flatMap(({ name, needed }) => (needed && names.includes(name) ? [name] : []));
      const ready = missing.length === 0 && !leaving.aborted;
      sendJson(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', missing, away: names });
    });
}
