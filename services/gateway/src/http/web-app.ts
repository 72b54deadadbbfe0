import { appError } from '@earshot/core';
import type { Express, Request, RequestHandler, Response } from 'express';
import express from 'express';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { publicOrigin } from '../domain/origin.ts';
import { nonceOf } from './security-headers.ts';
import { webDocuments } from './web-pages.ts';

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

const compress = promisify(gzip);

interface Options {
  /** Folder of the built web app. */
  readonly root: string;
  /** Lets a page through or leads elsewhere. */
  readonly gate: RequestHandler;
  /** Where browsers reach Earshot, if the operator says so. */
  readonly url: string | undefined;
  readonly usageUrl: string | undefined;
}

/**
 * Serves the built web app: assets for ever (their names change with their content), each page with its own nonce where
 * `gate` lets it through.
 */
export function mountWebApp(app: Express, { root, gate, url, usageUrl }: Options): void {
  const assets = join(root, 'assets');
  app.use('/assets', compressedAssets(assets), express.static(assets, { ...forEver, fallthrough: true }));
  app.use('/assets', () => {
    throw appError('route.not-found');
  });
  const documents = webDocuments(root);
  const ask = async (req: Request, res: Response) => {
    const origin = publicOrigin(req.headers.host, url);
    const { status, html } = await documents({ path: req.path, nonce: nonceOf(res), origin, usageUrl });
    res.status(status).set('Cache-Control', 'no-store').vary('Accept-Encoding').type('html');
    if (req.acceptsEncodings('gzip') !== 'gzip') return res.send(html);
    return res.set('Content-Encoding', 'gzip').send(await compress(html));
  };
  const page: RequestHandler[] = [(req, _res, next) => next(isPage(req) ? undefined : 'route'), gate, ask];
  // Before the files: the documents lie there as the build left them.
  app.get(['/index.html', '/app.html'], ...page);
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  app.get('/{*path}', ...page);
}

function isPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.path !== '/ws' && req.accepts('html') !== false;
}
