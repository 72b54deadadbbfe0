import type { Request } from 'express';
import { grantOf, type Token } from '../domain/oauth.ts';
import { createRateLimiter, type RateState } from '../domain/rate-limit.ts';
import { allows } from '../domain/scopes.ts';
import type { SandboxDependencies } from './call.ts';
import { refusal, type Reply } from './reply.ts';

/** Default User-Agents of libraries, which the site limits drastically. It blocks requests without a User-Agent. */
const DEFAULT_AGENTS =
  /^(python-requests|python-urllib|aiohttp|axios|node-fetch|node|undici|got|okhttp|java|apache-httpclient|go-http-client|curl|wget|ruby|php|libwww-perl|guzzlehttp)(?:$|[/ ])[^()]*$/i;

const BLOCKED: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body:
    '<!doctype html><title>Blocked</title><h1>whoa there, pardner!</h1><p>Your request has been blocked due to a network policy. ' +
    'Make sure your User-Agent is not empty and is something unique and descriptive, then try again.</p>',
};

/** The rate limit headers that clients use. As on the site, `remaining` is a float, and the others are integers. */
function rateHeaders(state: RateState): Record<string, string> {
  return {
    'x-ratelimit-used': String(state.used),
    'x-ratelimit-remaining': state.remaining.toFixed(1),
    'x-ratelimit-reset': String(state.resetSeconds),
  };
}

/** The answer has an empty body, as on the site. */
const overLimit = (state: RateState): Reply => ({
  status: 429,
  body: '',
  headers: { ...rateHeaders(state), 'retry-after': String(state.resetSeconds) },
});

export type Admission = { refused: Reply } | { refused: null; grant: Token; headers: Record<string, string> };

export interface Guard {
  /**
   * Checks User-Agent, bearer token, scope and rate limit, in the site's order. A call that one check rejects does not
   * count towards later limits.
   */
  admit(request: Request, scope: string | null): Admission;
  /** Checks the Basic authentication and the separate limit of the token endpoint. */
  admitTokenRequest(
    request: Request,
  ): { refused: Reply } | { refused: null; clientId: string; headers: Record<string, string> };
}

function basicClient(request: Request): string | null {
  const encoded = /^basic\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return null;
  const clientId = Buffer.from(encoded, 'base64').toString('utf8').split(':')[0] ?? '';
  return clientId === '' ? null : clientId;
}

export function createGuard(dependencies: SandboxDependencies): Guard {
  const perWindow = dependencies.requestsPerMinute * 10;
  const calls = createRateLimiter(perWindow);
  const tokenCalls = createRateLimiter(dependencies.requestsPerMinute * 3);
  const defaultAgents = createRateLimiter(Math.max(1, Math.floor(perWindow / 10)));

  const agentRefusal = (request: Request, nowMs: number): Reply | null => {
    const agent = (request.get('user-agent') ?? '').trim();
    if (!DEFAULT_AGENTS.test(agent)) return null;
    const state = defaultAgents.take(agent, nowMs);
    return state.allowed ? null : { ...refusal(429), headers: { 'retry-after': String(state.resetSeconds) } };
  };

  return {
    admit(request, scope) {
      const nowMs = dependencies.clock();
      // The token endpoint skips this check, because snoowrap's application sign-in sends no User-Agent there.
      const agent = (request.get('user-agent') ?? '').trim() === '' ? BLOCKED : agentRefusal(request, nowMs);
      if (agent !== null) return { refused: agent };
      const token = /^bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
      const grant = token === undefined ? null : grantOf(token, Math.floor(nowMs / 1000), dependencies.oauth.tokens);
      if (grant === null) {
        return {
          refused: { ...refusal(401), headers: { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' } },
        };
      }
      if (!allows(grant.scope, scope)) {
        return {
          refused: {
            ...refusal(403),
            headers: { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' },
          },
        };
      }
      const state = calls.take(grant.clientId, nowMs);
      return state.allowed ? { refused: null, grant, headers: rateHeaders(state) } : { refused: overLimit(state) };
    },

    admitTokenRequest(request) {
      const nowMs = dependencies.clock();
      const agent = agentRefusal(request, nowMs);
      if (agent !== null) return { refused: agent };
      const clientId = basicClient(request);
      if (clientId === null) {
        return { refused: { ...refusal(401), headers: { 'www-authenticate': 'Basic realm="reddit"' } } };
      }
      const state = tokenCalls.take(clientId, nowMs);
      const headers = rateHeaders(state);
      return state.allowed ? { refused: null, clientId, headers } : { refused: { ...refusal(429), headers } };
    },
  };
}
