import type { Route } from '@earshot/service-kit';
import { fileAnswer, publicRoute } from '@earshot/service-kit';
import { contracts, gatewayContract } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import type { RequestHandler } from 'express';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openApiDocument } from '../domain/open-api/document.ts';
import { docsInit, docsPage } from './docs-page.ts';

interface Options {
  /** Where browsers reach the API; the document's own origin unless known. */
  readonly url: string | undefined;
  readonly sessionCookie: string;
}

/** The API's description: as JSON for programs, and as a page for people. */
export function openApiRoutes({ url = '/', sessionCookie }: Options): Route[] {
  // Made when first asked for: few ask.
  let made: ReturnType<typeof openApiDocument> | undefined;
  return [
    publicRoute(gatewayContract.openApi, async () => ({
      ...(made ??= openApiDocument({ contracts, examples, url, sessionCookie })),
    })),
    publicRoute(gatewayContract.docs, async () => fileAnswer(docsPage)),
  ];
}

const script = 'text/javascript; charset=utf-8';
/** Of the packaged viewer only what its page needs, and what starts it. */
const viewerFiles: ReadonlyMap<string, string> = new Map([
  ['init.js', script],
  ['swagger-ui-bundle.js', script],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
]);

/** Serves the viewer's files under `/api/docs/`; everything else there is passed on. */
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
