import type { Platform } from '@earshot/platform';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { cleanHeaders } from './api-guard.ts';

/** Lets browsers read the sandbox's posts, so that a lead's link leads somewhere. Reading only. */
export function sandboxPages({ directory }: Pick<Platform, 'directory'>): RequestHandler {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    router: () => directory.urlOf('sandbox'),
    on: { proxyReq: (toSandbox) => toSandbox.removeHeader('cookie') },
  });
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      next();
      return;
    }
    cleanHeaders(req.headers);
    void proxy(req, res, next);
  };
}
