import type { Dependency } from '../dependencies.ts';
import { away } from '../dependencies.ts';
import type { NodeHandler } from '../service.ts';
import { markRoute } from './request-log.ts';
import { pathOf } from './request-target.ts';
import { routeTable } from './route-table.ts';
import { sendJson } from './send-json.ts';

const health = routeTable([
  { method: 'GET', path: '/health/live' },
  { method: 'GET', path: '/health/ready' },
]);

/**
 * Answers the health checks. `/health/live` reports that the process serves.
 * `/health/ready` reports whether all needed dependencies answer (`missing` is empty) and the process is not `leaving`.
 * `away` lists every dependency that does not answer, including those that the service can work without for a while.
 */
export function serveHealth(dependencies: readonly Dependency[], leaving: AbortSignal): NodeHandler {
  return async (req, res) => {
    const match = health.match(req.method ?? '', pathOf(req));
    if (match.kind !== 'route') return false;
    markRoute(res, { route: match.route.path, reportsSuccess: false });
    if (match.route.path === '/health/live') {
      sendJson(res, 200, { status: 'live' });
      return true;
    }
    const names = await away(dependencies);
    const missing = dependencies.flatMap(({ name, needed }) => (needed && names.includes(name) ? [name] : []));
    const ready = missing.length === 0 && !leaving.aborted;
    sendJson(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', missing, away: names });
    return true;
  };
}
