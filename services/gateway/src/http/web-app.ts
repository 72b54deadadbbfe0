import { appError } from '@earshot/core';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { publicOrigin } from '../domain/origin.ts';
import { isCall } from '../domain/routing.ts';
import type { DevGate } from './dev-gate.ts';
import type { NetworkLimit } from './network-limit.ts';
import { nonceOf } from './security-headers.ts';
import { webDocuments } from './web-pages.ts';

const immutable = { immutable: true, maxAge: '1y' } as const;
const contentTypes = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

/** Serves scripts and style sheets that the build compressed, to clients that accept gzip. */
function compressedAssets(folder: string): RequestHandler {
  const serve = express.static(folder, {
    ...immutable,
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
  readonly gate: Pick<DevGate, 'admits' | 'pages'>;
  readonly network: Pick<NetworkLimit, 'pages'>;
  /** The public address of Earshot, if configured. */
  readonly url: string | undefined;
  readonly usageUrl: string | undefined;
  readonly hasBilling: boolean;
}

/**
 * Serves the built web app. Assets are cached forever, because their names change with their content. Each page gets a
 * new nonce, behind the `gate`, and counts for its network.
 */
export function mountWebApp(app: Express, { root, gate, network, url, usageUrl, hasBilling }: Options): void {
  const assets = join(root, 'assets');
  app.use('/assets', compressedAssets(assets), express.static(assets, { ...immutable, fallthrough: true }));
  app.use('/assets', () => {
    throw appError('route.not-found');
  });
  const documents = webDocuments(root);
  const sendPage = async (req: Request, res: Response) => {
    const origin = publicOrigin(req.headers.host, url);
    const mayRegister = gate.admits(req.headers);
    const facts = { path: req.path, nonce: nonceOf(res), origin, usageUrl, hasBilling, mayRegister };
    const { status, html } = await documents(facts);
    res.status(status).set('Cache-Control', 'no-store').vary('Accept-Encoding').type('html');
    if (req.acceptsEncodings('gzip') !== 'gzip') return res.send(html);
    return res.set('Content-Encoding', 'gzip').send(await compress(html));
  };
  const page: RequestHandler[] = [
    (req, _res, next) => next(isPage(req) ? undefined : 'route'),
    network.pages,
    gate.pages,
    sendPage,
  ];
  // Registered before the static files, which include the unfilled documents.
  app.get(['/index.html', '/scores.html', '/app.html'], ...page);
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  app.get('/{*path}', ...page);
}

function isPage(req: Request): boolean {
  return !isCall(req.path) && req.path !== '/ws' && req.accepts('html') !== false;
}
