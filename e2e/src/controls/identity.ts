import type { Control } from './control.ts';

const tokens = 'packages/service-kit/src/identity/internal-tokens.ts';
const tokensUnit = ['packages/service-kit/test/internal-tokens.unit.test.ts'];
const serveRoutes = 'packages/service-kit/src/http/serve-routes.ts';
const apiGuard = 'services/gateway/src/http/api-guard.ts';
const everyCall = ['e2e/test/api/every-call.journey.test.ts'];

/** Who calls: sessions, internal tokens and administrators. */
export const identityControls: readonly Control[] = [
  {
    name: 'the gateway requires a session',
    file: apiGuard,
    find: "if (session === null) throw appError('auth.unauthorized');",
    replace: '',
    suites: everyCall,
  },
  {
    name: 'the gateway requires an administrator',
    file: apiGuard,
    find: "if (endpoint.access !== 'admin' || session.admin) return;",
    replace: 'if (session.userId) return;',
    suites: ['services/gateway/test/owners.service.test.ts'],
  },
  {
    name: 'a service requires an internal token',
    file: serveRoutes,
    find: "if (endpoint.access !== 'public') throw appError('auth.unauthorized');",
    replace: "if (endpoint.access !== 'public') return { userId: 'somebody', admin: true };",
    suites: ['services/lead/test/lead-list.service.test.ts'],
  },
  {
    name: 'a service requires an administrator',
    file: serveRoutes,
    find: "return endpoint.access === 'admin' && !verified.admin ? 'not-administrator' : null;",
    replace: 'return null;',
    suites: ['services/auth/test/users.service.test.ts'],
  },
  {
    name: 'a service serves only the callers of the contract',
    file: serveRoutes,
    find: "if (!endpoint.callers.includes(verified.issuer)) return 'wrong-caller';",
    replace: '',
    suites: ['services/lead/test/lead-contact.service.test.ts'],
  },
  {
    name: 'the user is the one of the token, whatever headers say',
    file: serveRoutes,
    find: 'const { userId, admin, sessionRef } = verified;',
    replace: "const { admin, sessionRef } = verified; const userId = headerOf(req, 'x-user-id') ?? verified.userId;",
    suites: ['packages/service-kit/test/served-calls.service.test.ts'],
  },
  {
    name: 'an internal token needs a valid signature',
    file: tokens,
    find: 'claims.parse(jwt.verify(token, key, options))',
    replace: 'claims.parse(jwt.decode(token, options) ?? key)',
    suites: tokensUnit,
  },
  {
    name: 'an internal token is for one service',
    file: tokens,
    find: "{ algorithms: ['ES256' as const], audience: service, issuer }",
    replace: "{ algorithms: ['ES256' as const], issuer }",
    suites: tokensUnit,
  },
  {
    name: 'an internal token is for one contract',
    file: tokens,
    find: 'return known.contract === contract ? known.facts : null;',
    replace: 'return contract === undefined ? null : known.facts;',
    suites: tokensUnit,
  },
  {
    name: 'an internal token must have an end',
    file: tokens,
    find: 'exp: z.number(),',
    replace: 'exp: z.number().optional(),',
    suites: tokensUnit,
  },
  {
    name: 'an internal token that is past its end opens nothing',
    file: tokens,
    find: 'if (known === null || Date.now() >= known.endsAtMs) return null;',
    replace: 'if (known === null) return null;',
    suites: tokensUnit,
  },
  {
    name: 'the key of an internal token is that of its issuer',
    file: tokens,
    find: 'if (issuerOf(token) !== issuer) continue;',
    replace: "if (issuer !== 'scan') continue;",
    suites: tokensUnit,
  },
  {
    name: 'internal headers from outside are removed',
    file: apiGuard,
    find: '/^(x-earshot-|',
    replace: '/^(',
    suites: ['services/gateway/test/owners.service.test.ts'],
  },
  {
    name: 'internal headers of a handshake from outside are removed',
    file: 'services/gateway/src/http/socket-proxy.ts',
    find: 'cleanHeaders(req.headers);',
    replace: '',
    suites: ['e2e/test/live-channel-hostile.journey.test.ts'],
  },
  {
    name: 'instructions of auth to the gateway never reach a browser',
    file: 'services/gateway/src/http/api-proxy.ts',
    find: 'if (isInstruction(name) ||',
    replace: 'if (',
    suites: ['e2e/test/gateway.journey.test.ts'],
  },
  {
    name: 'the secret of a session stays in the gateway',
    file: 'services/gateway/src/http/api-proxy.ts',
    find: "for (const name of ['cookie', 'keep-alive', 'upgrade', 'expect'])",
    replace: "for (const name of ['keep-alive', 'upgrade', 'expect'])",
    suites: ['services/gateway/test/owners.service.test.ts'],
  },
  {
    name: 'only auth instructs the gateway to start sessions',
    file: 'services/gateway/src/http/session-instructions.ts',
    find: "if (verified?.issuer !== 'auth') throw new Error('auth did not sign this session instruction');",
    replace: "if (verified === null) throw new Error('nobody signed this session instruction');",
    suites: ['e2e/test/sessions.journey.test.ts'],
  },
  {
    name: 'a session is stored under a digest of its secret',
    file: 'services/gateway/src/domain/visitor.ts',
    find: "return hash('sha256', secret, 'base64url');",
    replace: 'return secret;',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'a session ends 7 days after its last use and 30 days after its start',
    file: 'services/gateway/src/domain/session.ts',
    find: 'return new Date(Math.min(session.usedAt.getTime() + idleMs, session.startedAt.getTime() + absoluteMs));',
    replace: 'return new Date(session.startedAt.getTime() + 100 * absoluteMs);',
    suites: ['e2e/test/sessions.journey.test.ts'],
  },
  {
    name: 'a sign-in ends the session that the browser had',
    file: 'services/gateway/src/http/session-instructions.ts',
    find: 'if (session !== null) await sessions.end(session, now);',
    replace: '',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'a user ends only own sessions',
    file: 'services/gateway/src/http/session-routes.ts',
    find: 'const own = session?.userId === input.userId ? session : null;',
    replace: 'const own = session;',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'EARSHOT_ADMIN_MFA=required: the gateway asks for the factor of administrators',
    file: apiGuard,
    find: 'if (!needsFactor) return;',
    replace: 'if (!needsFactor || session.userId) return;',
    suites: ['services/gateway/test/owners.service.test.ts'],
  },
  {
    name: 'EARSHOT_ADMIN_MFA=required: auth knows which administrators lack a factor',
    file: 'services/auth/src/http/mail-routes.ts',
    find: 'const needsFactor = isAdmin && deps.adminsNeedFactor && !(await deps.hasFactor(userId));',
    replace: 'const needsFactor = false;',
    suites: ['services/auth/test/users.service.test.ts'],
  },
];
