import { appError } from '@earshot/core';
import { answer, type Platform, publicRoute, rateLimiter, recordAttempt, type Route } from '@earshot/service-kit';
import { gatewayContract } from '@earshot/proto/http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { RequestHandler } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { isGatePage, isOpenPage, passMs, passwordGate } from '../domain/gate.ts';

/** Wrong passwords allowed per address in a quarter of an hour, as many as per account at sign-in. */
const attempts = { points: 10, durationMs: 15 * 60_000 };

const open = { success: true } as const;

export interface DevGate {
  /** Whether a request with these headers has a valid pass. */
  admits(headers: IncomingHttpHeaders): boolean;
  /** Redirects page requests without a pass to the password form, and the form's page to the sign-in if there is no gate. */
  readonly pages: RequestHandler;
  /** The endpoint that checks the password. */
  readonly route: Route;
}

interface Options {
  /** Without a password, the gate is open. */
  readonly password: string | undefined;
  readonly secure: boolean;
  readonly platform: Pick<Platform, 'clock' | 'kv' | 'security'>;
}

/** Restricts access before the release to visitors who know the password. */
export function devGate({ password, secure, platform }: Options): DevGate {
  const { clock, kv } = platform;
  const gate = password === undefined ? null : passwordGate(password);
  const limit = rateLimiter({ kv, clock, name: 'dev-auth', ...attempts });
  const name = secure ? '__Host-earshot_gate' : 'earshot_gate';
  const admits = (headers: IncomingHttpHeaders) =>
    gate === null || gate.admits(parseCookie(headers.cookie ?? '')[name], clock.now());
  return {
    admits,
    pages: (req, res, next) => {
      const path = req.originalUrl.replace(/\?.*$/, '');
      if (gate === null && isGatePage(path)) res.set('Cache-Control', 'no-store').redirect('/auth');
      else if (isOpenPage(path) || admits(req.headers)) next();
      else if (req.method !== 'GET' && req.method !== 'HEAD') throw appError('gate.closed');
      else res.set('Cache-Control', 'no-store').redirect('/dev-access');
    },
    route: publicRoute(gatewayContract.devAuth, async ({ body, request }) => {
      if (gate === null) return open;
      const attempt = { event: 'gate-password', network: request.ip } as const;
      await recordAttempt(platform.security, attempt, async () => {
        await limit.take(request.ip);
        if (!gate.isPassword(body.password)) throw appError('gate.wrong-password');
        await limit.reward(request.ip);
      });
      const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: passMs / 1000 } as const;
      const cookie = stringifySetCookie({ ...attributes, name, value: gate.newPass(clock.now()) });
      return answer(open, { headers: { 'Set-Cookie': cookie } });
    }),
  };
}
