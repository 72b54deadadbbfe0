import { appError } from '@earshot/core';
import { mailAddressHeader, type Platform, sandboxTarget, tokenHeader } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { parseCookie, stringifyCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { publicOrigin } from '../domain/origin.ts';
import type { Sessions } from '../domain/session.ts';
import { recognise } from '../domain/visitor.ts';
import { cleanHeaders, foreign, recordForeign } from './api-guard.ts';
import type { NetworkLimit } from './network-limit.ts';
import type { SessionCookies } from './session-cookies.ts';

/** The sandbox's form targets; all other pages are read-only. */
const forms = /^\/(?:oidc\/interaction\/[\w-]+|api\/v1\/authorize)$/;
/** The sandbox's page of caught mails, including password reset links. */
const mails = /^\/+mail\/*$/i;
/** Prefix of the sandbox's cookies. Other cookies pass in neither direction. */
const ownCookie = /^sandbox_/;

export interface SandboxPagesOptions {
  readonly platform: Pick<Platform, 'directory' | 'security' | 'clock' | 'tokens' | 'call'>;
  readonly network: Pick<NetworkLimit, 'of'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
}

/**
 * Lets browsers read the sandbox's posts (the targets of leads' links), use its authorize page, and sign in with
 * Sandbox ID. Pages with mails and messages show those of the signed-in user, whom the internal token names.
 */
export function sandboxPages(options: SandboxPagesOptions): RequestHandler {
  const { platform, network, url } = options;
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    changeOrigin: true,
    router: () => platform.directory.urlOf('sandbox'),
    on: { proxyRes: dropForeignCookies },
  });
  return async (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    const isForm = req.method === 'POST' && forms.test(req.path);
    if (!platform.directory.hasStarted('sandbox') || !(reads || isForm)) {
      next();
      return;
    }
    if (!reads && foreign(req, url)) {
      recordForeign('sandbox', network.of(req), platform.security);
      throw appError('origin.forbidden');
    }
    const viewer = await viewerHeaders(req, options);
    cleanHeaders(req.headers);
    keepSandboxCookies(req.headers);
    Object.assign(req.headers, forwarded(publicOrigin(req.headers.host, url), req.baseUrl), viewer);
    void proxy(req, res, next);
  };
}

/** Names the signed-in user to the sandbox, with the address of the account where mails are shown. */
async function viewerHeaders(
  req: Request,
  { platform, sessions, cookies }: SandboxPagesOptions,
): Promise<Record<string, string>> {
  const session = await recognise(cookies.read(req.headers.cookie), { sessions, clock: platform.clock });
  if (session === null) return {};
  const { userId, admin } = session;
  const headers = { [tokenHeader]: platform.tokens.sign(sandboxTarget, { userId, admin }) };
  if (!mails.test(URL.parse(`http://own${req.url}`)?.pathname ?? '')) return headers;
  const { email } = await platform.call(authContract.currentUser, { userId });
  return { ...headers, [mailAddressHeader]: encodeURIComponent(email) };
}

function keepSandboxCookies(headers: IncomingMessage['headers']): void {
  const cookies = Object.entries(parseCookie(headers.cookie ?? '')).filter(([name]) => ownCookie.test(name));
  delete headers.cookie;
  const pairs = cookies.map(([name, value]) => stringifyCookie({ [name]: value }));
  if (pairs.length > 0) headers.cookie = pairs.join('; ');
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
