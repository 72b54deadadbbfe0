import { appError } from '@earshot/platform';
import type { Express, Request, RequestHandler } from 'express';
import express from 'express';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nonceOf } from './security-headers.ts';

const forEver = { immutable: true, maxAge: '1y' } as const;
const contentTypes = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

/** Scripts and style sheets that the build has compressed beside the plain ones, for those who accept gzip. */
function compressedAssets(folder: string): RequestHandler {
  const serve = express.static(folder, {
    ...forEver,
    setHeaders: (res, path) => {
      res.setHeader('Content-Encoding', 'gzip');
      res.setHeader('Content-Type', path.endsWith('.js.gz') ? contentTypes.js : contentTypes.css);
    },
  });
  return (req, res, next) => {
    if (!/\.(js|css)$/.test(req.path)) {
      next();
      return;
    }
    res.vary('Accept-Encoding');
    if (req.acceptsEncodings('gzip') !== 'gzip') {
      next();
      return;
    }
    const { url } = req;
    req.url = `${req.path}.gz`;
    serve(req, res, (error?: unknown) => {
      req.url = url;
      next(error);
    });
  };
}

const placeholder = '__CSP_NONCE__';

/**
 * Serves the built web app: assets for ever (their names change with their content), each page with its own nonce where
 * `gate` lets it through.
 */
export function mountWebApp(app: Express, root: string, gate: RequestHandler): void {
  const assets = join(root, 'assets');
  app.use('/assets', compressedAssets(assets), express.static(assets, { ...forEver, fallthrough: true }));
  app.use('/assets', () => {
    throw appError('route.not-found');
  });
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  app.get(
    '/{*path}',
    (req, _res, next) => next(isPage(req) ? undefined : 'route'),
    gate,
    async (_req, res) => {
      // Read anew each time: a build replaces the page together with the assets it names.
      const page = await readFile(join(root, 'index.html'), 'utf8');
      res.setHeader('Cache-Control', 'no-store');
      res.type('html').send(page.replaceAll(placeholder, nonceOf(res)));
    },
  );
}

function isPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.path !== '/ws' && req.accepts('html') !== false;
}
