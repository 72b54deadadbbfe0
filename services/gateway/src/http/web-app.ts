import type { Express } from 'express';
import express from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonceOf } from './security-headers.ts';

const placeholder = '__CSP_NONCE__';

/** Serves the built web app: assets for ever (their names change with their content), each page with its own nonce. */
export function mountWebApp(app: Express, root: string): void {
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  app.use('/assets', express.static(join(root, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  app.get('/{*path}', (req, res, next) => {
    if (req.path.startsWith('/api/') || req.path === '/ws' || !req.accepts('html')) {
      next();
      return;
    }
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(page.replaceAll(placeholder, nonceOf(res)));
  });
}
