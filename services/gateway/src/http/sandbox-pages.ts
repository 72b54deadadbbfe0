import { appError, type Platform } from '@earshot/platform';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { cleanHeaders, foreign } from './api-guard.ts';

/** Pages of the sandbox with a form to send; everything else is for reading only. */
const forms = new Set(['/api/v1/authorize']);

export interface SandboxPagesOptions {
  readonly platform: Pick<Platform, 'directory'>;
  readonly ownOrigins: ReadonlySet<string>;
}

/** Lets browsers read the sandbox's posts, so that a lead's link leads somewhere, and agree on its authorize page. */
export function sandboxPages({ platform: { directory }, ownOrigins }: SandboxPagesOptions): RequestHandler {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    router: () => directory.urlOf('sandbox'),
    on: { proxyReq: (toSandbox) => toSandbox.removeHeader('cookie') },
  });
  return (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (!reads && !(req.method === 'POST' && forms.has(req.path))) {
      next();
      return;
    }
    if (!reads && foreign(req, ownOrigins)) throw appError('origin.forbidden');
    cleanHeaders(req.headers);
    void proxy(req, res, next);
  };
}
