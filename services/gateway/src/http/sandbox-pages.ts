import { appError } from '@earshot/core';
import { type Platform } from '@earshot/service-kit';
import { parseCookie, stringifyCookie } from 'cookie';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { isOwnMachine, publicOrigin } from '../domain/origin.ts';
import { addressOf, cleanHeaders, foreign, recordForeign } from './api-guard.ts';

/** The sandbox's form targets; all other pages are read-only. */
const forms = /^\/(?:oidc\/interaction\/[\w-]+|api\/v1\/authorize)$/;
/** The sandbox's list of caught mails, including password reset links. */
const mails = /^\/+mail\/*$/i;
/** Prefix of the sandbox's cookies. Other cookies pass in neither direction. */
const ownCookie = /^sandbox_/;

export interface SandboxPagesOptions {
  readonly platform: Pick<Platform, 'directory' | 'security'>;
  readonly ownOrigins: ReadonlySet<string>;
  /** Number of the operator's proxies in front of the gateway. */
  readonly proxies: number;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
}

/**
 * Lets browsers read the sandbox's posts (the targets of leads' links), use its authorize page, and sign in with
 * Sandbox ID. Caught mails are visible only on an installation for its own machine.
 */
export function sandboxPages({ platform, ownOrigins, proxies, url }: SandboxPagesOptions): RequestHandler {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    router: () => platform.directory.urlOf('sandbox'),
    on: { proxyRes: dropForeignCookies },
  });
  return (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    // On a public installation, the mails would give everybody access to its accounts.
    const path = URL.parse(`http://own${req.url}`)?.pathname ?? '';
    if (!isOwnMachine(url) && mails.test(path)) {
      next();
      return;
    }
    if (!reads && !(req.method === 'POST' && forms.test(req.path))) {
      next();
      return;
    }
    if (!reads && foreign(req, ownOrigins)) {
      recordForeign('sandbox', addressOf(req, proxies), platform.security);
      throw appError('origin.forbidden');
    }
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

/** Headers from which the sandbox builds absolute addresses. */
function forwarded(origin: string | undefined, prefix: string) {
  if (origin === undefined) return { 'x-forwarded-prefix': prefix };
  const { host, protocol } = new URL(origin);
  return { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-prefix': prefix };
}

function dropForeignCookies(answer: IncomingMessage): void {
  const set = answer.headers['set-cookie'];
  if (set !== undefined) answer.headers['set-cookie'] = set.filter((cookie) => ownCookie.test(cookie));
}
