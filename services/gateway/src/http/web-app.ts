import { appError } from '@earshot/platform';
import type { Express } from 'express';
import express from 'express';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nonceOf } from './security-headers.ts';

const placeholder = '__CSP_NONCE__';

/** Serves the built web app: assets for ever (their names change with their content), each page with its own nonce. */
export function mountWebApp(app: Express, root: string): void {
  app.use('/assets', express.static(join(root, 'assets'), { immutable: true, maxAge: '1y', fallthrough: true }));
  app.use('/assets', () => {
    throw appError('route.not-found');
  });
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  app.get('/{*path}', async (req, res, next) => {
    if (req.path.startsWith('/api/') || req.path === '/ws' || !req.accepts('html')) {
      next();
      return;
    }
    // Read anew each time: a build replaces the page together with the assets it names.
    const page = await readFile(join(root, 'index.html'), 'utf8');
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(page.replaceAll(placeholder, nonceOf(res)));
  });
}
