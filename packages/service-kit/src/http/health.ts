import type { Express } from 'express';
import type { Dependency } from '../dependencies.ts';
import { away } from '../dependencies.ts';

/**
 * `/health/live`: the process serves. `/health/ready`: so does what it cannot do without (`missing` is empty); `away`
 * names everything that does not answer, also what the service can do without for a while. Who is `leaving` is not ready.
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
