import type { Express } from 'express';
import type { Dependency } from '../dependencies.ts';
import { away } from '../dependencies.ts';

/**
 * Mounts the health endpoints. `/health/live` reports that the process serves. `/health/ready` reports whether all
 * needed dependencies answer (`missing` is empty) and the process is not `leaving`. `away` lists every dependency that
 * does not answer, including those that the service can work without for a while.
 */
export function mountHealth(app: Express, dependencies: readonly Dependency[], leaving: AbortSignal): void {
  app.get('/health/live', (req, res) => {
    res.locals['route'] = req.path;
    res.json({ status: 'live' });
  });
  app.get('/health/ready', async (req, res) => {
    res.locals['route'] = req.path;
    const names = await away(dependencies);
    const missing = dependencies.flatMap(({ name, needed }) => (needed && names.includes(name) ? [name] : []));
    const ready = missing.length === 0 && !leaving.aborted;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', missing, away: names });
  });
}
