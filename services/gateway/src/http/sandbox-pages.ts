import { appError, publicAddress } from '@earshot/core';
import { type Platform } from '@earshot/service-kit';
import { parseCookie, stringifyCookie } from 'cookie';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { publicOrigin } from '../domain/origin.ts';
import { cleanHeaders, foreign, recordForeign } from './api-guard.ts';
import type { NetworkLimit } from './network-limit.ts';

/** The sandbox's form targets; all other pages are read-only. */
const forms = /^\/(?:oidc\/interaction\/[\w-]+|api\/v1\/authorize)$/;
/** The sandbox's list of caught mails, including password reset links. */
const mails = /^\/+mail\/*$/i;
/** Prefix of the sandbox's cookies. Other cookies pass in neither direction. */
const ownCookie = /^sandbox_/;

export interface SandboxPagesOptions {
  readonly platform: Pick<Platform, 'directory' | 'security'>;
  readonly network: Pick<NetworkLimit, 'of'>;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
}

/**
 * Lets browsers read the sandbox's posts (the targets of leads' links), use its authorize page, and sign in with
 * Sandbox ID. Caught mails are visible only on an installation for its own machine.
 */
export function sandboxPages({ platform, network, url }: SandboxPagesOptions): RequestHandler {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    changeOrigin: true,
    router: () => platform.directory.urlOf('sandbox'),
    on: { proxyRes: dropForeignCookies },
  });
  return (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    // On a public installation, the mails would give everybody access to its accounts.
    const path = URL.parse(`http://own${req.url}`)?.pathname ?? '';
    const isHidden = publicAddress(url) !== undefined && mails.test(path);
    if (isHidden || !platform.directory.hasStarted('sandbox')) {
      next();
      return;
    }
    if (!reads && !(req.method === 'POST' && forms.test(req.path))) {
      next();
      return;
    }
    if (!reads && foreign(req, url)) {
      recordForeign('sandbox', network.of(req), platform.security);
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
