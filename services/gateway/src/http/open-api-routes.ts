import { fileAnswer, publicRoute, type Route } from '@earshot/service-kit';
import { contracts, gatewayContract } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import type { RequestHandler } from 'express';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiDocument } from '../domain/open-api/document.ts';
import { docsInit, docsPage } from './docs-page.ts';

interface Options {
  /** The API's public address; if unknown, clients use the document's origin. */
  readonly url: string | undefined;
  readonly sessionCookie: string;
}

/** Serves the API's description as JSON and as a page. */
export function openApiRoutes({ url = '/', sessionCookie }: Options): Route[] {
  // Built at the first request, because few installations need it.
  let made: ReturnType<typeof openApiDocument> | undefined;
  return [
    publicRoute(gatewayContract.openApi, async () => ({
      ...(made ??= openApiDocument({ contracts, examples, url, sessionCookie })),
    })),
    publicRoute(gatewayContract.docs, async () => fileAnswer(docsPage)),
  ];
}

const script = 'text/javascript; charset=utf-8';
/** The files of the viewer package that the page needs, and its start script. */
const viewerFiles: ReadonlyMap<string, string> = new Map([
  ['init.js', script],
  ['swagger-ui-bundle.js', script],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
]);

/** Where the viewer's files are. */
export const docsFolder = '/api/docs/';

/** Whether a path is that of a file of the viewer, which is no call. */
export function isDocsFile(path: string): boolean {
  return path.startsWith(docsFolder) && viewerFiles.has(path.slice(docsFolder.length));
}

/** Serves the viewer's files under `docsFolder`; other requests continue to the next handler. */
export function docsFiles(): RequestHandler {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return async (req, res, next) => {
    const name = req.method === 'GET' || req.method === 'HEAD' ? req.path.slice(1) : '';
    const type = viewerFiles.get(name);
    if (type === undefined) {
      next();
      return;
    }
    const content = name === 'init.js' ? docsInit : await readFile(join(folder, name));
    res.set('Cache-Control', 'public, max-age=86400').type(type).send(content);
  };
}
