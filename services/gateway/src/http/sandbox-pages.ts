import { appError } from '@earshot/core';
import { type Platform } from '@earshot/service-kit';
import { parseCookie, stringifyCookie } from 'cookie';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { isOwnMachine, publicOrigin } from '../domain/origin.ts';
import { cleanHeaders, foreign } from './api-guard.ts';

/** Pages of the sandbox with a form to send; everything else is for reading only. */
const forms = /^\/(?:oidc\/interaction\/[\w-]+|api\/v1\/authorize)$/;
/** Every mail that the sandbox caught, links to new passwords among them. */
const mails = /^\/+mail\/*$/i;
/** The sandbox's own cookies begin so; no other passes, in either direction. */
const ownCookie = /^sandbox_/;

export interface SandboxPagesOptions {
  readonly platform: Pick<Platform, 'directory'>;
  readonly ownOrigins: ReadonlySet<string>;
  /** The configured address of Earshot, if there is one. */
  readonly url: string | undefined;
}

/**
 * Lets browsers read the sandbox's posts, so that a lead's link leads somewhere, agree on its authorize page, and sign
 * in with Sandbox ID. Caught mails are for who has Earshot on their own machine.
 */
export function sandboxPages({ platform: { directory }, ownOrigins, url }: SandboxPagesOptions): RequestHandler {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    router: () => directory.urlOf('sandbox'),
    on: { proxyRes: dropForeignCookies },
  });
  return (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    // Of an installation for others, its accounts would be anybody's.
    const path = URL.parse(`http://own${req.url}`)?.pathname ?? '';
    if (!isOwnMachine(url) && mails.test(path)) {
      next();
      return;
    }
    if (!reads && !(req.method === 'POST' && forms.test(req.path))) {
      next();
      return;
    }
    if (!reads && foreign(req, ownOrigins)) throw appError('origin.forbidden');
    cleanHeaders(req.headers);
    keepSandboxCookies(req.headers);
    Object.assign(req.headers, forwarded(publicOrigin(req.headers.host, url), req.baseUrl));
    void proxy(req, res, next);
  };
}

function keepSandboxCookies(headers: IncomingMessage['headers']): void {
  const cookies = Object.entries(parseCookie(headers.cookie ?? '')).filter(([name]) => ownCookie.test(name));
  delete headers.cookie;
  const kept = cookies.map(([name, value]) => stringifyCookie({ [name]: value }));
  if (kept.length > 0) headers.cookie = kept.join('; ');
}

/** What the sandbox needs to know to write addresses that lead back here. */
function forwarded(origin: string | undefined, prefix: string) {
  if (origin === undefined) return { 'x-forwarded-prefix': prefix };
  const { host, protocol } = new URL(origin);
  return { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-prefix': prefix };
}

function dropForeignCookies(answer: IncomingMessage): void {
  const set = answer.headers['set-cookie'];
  if (set !== undefined) answer.headers['set-cookie'] = set.filter((cookie) => ownCookie.test(cookie));
}
