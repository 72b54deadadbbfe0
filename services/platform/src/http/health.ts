import type { Express } from 'express';

/** What `/health/ready` looks at: the process serves, and what it cannot do without answers. */
export interface Readiness {
  /** Names of what is missing; empty when ready. */
  missing(): Promise<string[]>;
}

export function mountHealth(app: Express, readiness: Readiness): void {
  app.get('/health/live', (req, res) => {
    res.locals['route'] = req.path;
    res.json({ status: 'live' });
  });
  app.get('/health/ready', async (req, res) => {
    res.locals['route'] = req.path;
    const missing = await readiness.missing();
    res
      .status(missing.length === 0 ? 200 : 503)
      .json({ status: missing.length === 0 ? 'ready' : 'not ready', missing });
  });
}
