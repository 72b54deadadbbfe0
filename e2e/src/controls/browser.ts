import type { Control } from './control.ts';

const headers = 'services/gateway/src/http/security-headers.ts';
const headersUnit = ['services/gateway/test/security-headers.unit.test.ts'];
const cookies = 'services/gateway/src/http/session-cookies.ts';
const cookiesUnit = ['services/gateway/test/session-cookies.unit.test.ts'];
const pagePath = 'packages/core/src/page-path.ts';
const pagePathUnit = ['services/auth/test/local-path.unit.test.ts'];
const gate = 'services/gateway/src/domain/gate.ts';
const gateJourney = ['e2e/test/dev-gate.journey.test.ts'];
const liveHostile = ['e2e/test/live-channel-hostile.journey.test.ts'];
const live = ['e2e/test/live-channel.journey.test.ts'];
const sandboxAuthorize = 'apps/sandbox/src/domain/authorize.ts';
const authorize = ['apps/sandbox/test/authorize.service.test.ts'];

/** What browsers enforce, the live channel, the development gate, and the pages of the sandbox. */
export const browserControls: readonly Control[] = [
  {
    name: 'scripts cannot read the cookie of the session',
    file: cookies,
    find: 'value: secret, httpOnly: true, maxAge })',
    replace: 'value: secret, httpOnly: false, maxAge })',
    suites: cookiesUnit,
  },
  {
    name: 'other sites cannot send the cookie of the session with their forms',
    file: cookies,
    find: "sameSite: 'lax', secure }",
    replace: "sameSite: 'none', secure }",
    suites: cookiesUnit,
  },
  {
    name: 'under https the cookie of the session is sent by https only',
    file: cookies,
    find: "const shared = { path: '/', sameSite: 'lax', secure } as const;",
    replace: "const shared = { path: '/', sameSite: 'lax', secure: false } as const;",
    suites: cookiesUnit,
  },
  {
    name: 'under https the cookie of the session is bound to the host',
    file: cookies,
    find: "const name = secure ? '__Host-earshot' : 'earshot';",
    replace: "const name = 'earshot';",
    suites: cookiesUnit,
  },
  {
    name: 'scripts cannot read the cookie of a known device',
    file: 'services/auth/src/http/device-cookie.ts',
    find: '; HttpOnly; SameSite=Lax${secure}`',
    replace: '; SameSite=Lax${secure}`',
    suites: ['services/auth/test/notices.service.test.ts'],
  },
  {
    name: 'scripts cannot read the cookie of a visit to the provider',
    file: 'services/auth/src/http/provider-visit.ts',
    find: '; HttpOnly; SameSite=Lax${secure}`',
    replace: '; SameSite=Lax${secure}`',
    suites: ['e2e/test/sandbox-id.journey.test.ts'],
  },
  {
    name: 'under https a cookie without its prefix does not count',
    file: 'services/auth/src/http/factor-ticket.ts',
    find: 'openSealed(cookie(cookieName(factorCookie, isHttps(origin))), {',
    replace: 'openSealed(cookie(cookieName(factorCookie, isHttps(origin))) ?? cookie(factorCookie.plain), {',
    suites: ['services/auth/test/factor-events.service.test.ts'],
  },
  {
    name: 'the policy of pages allows scripts of Earshot only',
    file: headers,
    find: `scriptSrc: ["'self'"],`,
    replace: `scriptSrc: ["'self'", "'unsafe-inline'"],`,
    suites: headersUnit,
  },
  {
    name: 'the policy of pages allows no frames around them',
    file: headers,
    find: `frameAncestors: ["'none'"],`,
    replace: `frameAncestors: ["'self'"],`,
    suites: headersUnit,
  },
  {
    name: 'every answer has the policy',
    file: headers,
    find: 'useDefaults: false,',
    replace: 'useDefaults: false, reportOnly: true,',
    suites: headersUnit,
  },
  {
    name: 'pages require trusted types',
    file: headers,
    find: `requireTrustedTypesFor: ["'script'"],`,
    replace: '',
    suites: headersUnit,
  },
  {
    name: 'only styles of antd and charts are turned from text into markup',
    file: 'web/public/boot.js',
    find: 'createHTML: (text) => (writesStyle || hasCharts() ? text : null),',
    replace: 'createHTML: (text) => (writesStyle || hasCharts() ? text : text),',
    suites: ['web/test/boot.unit.test.ts'],
  },
  {
    name: 'each answer has a nonce of its own',
    file: headers,
    find: "randomBytes(16).toString('base64')",
    replace: "Buffer.alloc(16).toString('base64')",
    suites: headersUnit,
  },
  {
    name: 'features that no page uses are off',
    file: headers,
    find: "res.setHeader('Permissions-Policy', permissionsPolicy);",
    replace: '',
    suites: headersUnit,
  },
  {
    name: 'under https browsers use https only',
    file: headers,
    find: 'strictTransportSecurity: secure,',
    replace: 'strictTransportSecurity: false && secure,',
    suites: headersUnit,
  },
  {
    name: 'a return path has no other host',
    file: pagePath,
    find: String.raw`!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)`,
    replace: String.raw`!/^[^\\\p{Cc}]*$/u.test(target)`,
    suites: pagePathUnit,
  },
  {
    name: 'a return path stays a path when it is normalized',
    file: pagePath,
    find: "const isPage = !path.startsWith('//') && !path.startsWith('/api/')",
    replace: "const isPage = !path.startsWith('/api/')",
    suites: pagePathUnit,
  },
  {
    name: 'the development gate is closed to calls',
    file: 'services/gateway/src/http/api-guard.ts',
    find: "if (!openBeforeRelease.has(endpoint) && !options.gate.admits(req.headers)) throw appError('gate.closed');",
    replace: '',
    suites: gateJourney,
  },
  {
    name: 'the development gate is closed to sockets',
    file: 'services/gateway/src/http/socket-proxy.ts',
    find: 'if (isForeign || !options.gate.admits(req.headers))',
    replace: 'if (isForeign)',
    suites: gateJourney,
  },
  {
    name: 'the development gate is closed to pages',
    file: 'services/gateway/src/http/dev-gate.ts',
    find: 'else if (isOpenPage(path) || admits(req.headers)) next();',
    replace: "else if (isOpenPage(path) || admits(req.headers) || req.method === 'GET') next();",
    suites: gateJourney,
  },
  {
    name: 'a pass of the development gate is signed',
    file: gate,
    find: 'signature.length === 32 && timingSafeEqual(signature, sign(text))',
    replace: 'signature.length === 32',
    suites: gateJourney,
  },
  {
    name: 'a pass of the development gate expires',
    file: gate,
    find: 'return Number(untilMs) > now.getTime() &&',
    replace: 'return Number(untilMs) > 0 && now.getTime() > 0 &&',
    suites: gateJourney,
  },
  {
    name: 'wrong passwords at the development gate are limited',
    file: 'services/gateway/src/http/dev-gate.ts',
    find: 'await limit.take(request.ip);',
    replace: '',
    suites: gateJourney,
  },
  {
    name: 'a frame of the live channel has at most 64 KB',
    file: 'services/realtime/src/sockets/socket-server.ts',
    find: 'maxPayload: maxFrameBytes,',
    replace: 'maxPayload: 100 * maxFrameBytes,',
    suites: live,
  },
  {
    name: 'an account has a limited number of sockets',
    file: 'services/gateway/src/store/socket-slots.ts',
    find: 'if (ofAccount === null) {',
    replace: "if (userId === '') {",
    suites: ['services/gateway/test/open-sockets.unit.test.ts'],
  },
  {
    name: 'an account has a limited number of sessions',
    file: 'services/gateway/src/http/session-instructions.ts',
    find: 'await endSurplus({ userId, sid }, { sessions, now });',
    replace: '',
    suites: ['e2e/test/own-sessions.journey.test.ts'],
  },
  {
    name: 'a client of the live channel sends a limited number of frames',
    file: 'services/realtime/src/sockets/socket-server.ts',
    find: 'limitFrames(socket, connection);',
    replace: '',
    suites: ['services/realtime/test/frame-limit.service.test.ts'],
  },
  {
    name: 'a slow reader of the live channel is disconnected',
    file: 'services/realtime/src/sockets/clients.ts',
    find: "if (unread > 0 && unread + more > maxBufferedBytes) close(socket, closeCodes.tooSlow, 'too slow');",
    replace: '',
    suites: liveHostile,
  },
  {
    name: 'a socket authenticates as the user of its session only',
    file: 'services/realtime/src/sockets/socket-server.ts',
    find: 'if (authenticate.data.userId !== session.userId) {',
    replace: "if (authenticate.data.userId === '') {",
    suites: live,
  },
  {
    name: 'the live channel needs a session',
    file: 'services/realtime/src/sockets/socket-server.ts',
    find: "if (session === null || session.issuer !== 'gateway') close(",
    replace:
      "if (session === null) welcome(socket, { userId: '', admin: false, issuer: 'gateway' }, options); else if (session.issuer !== 'gateway') close(",
    suites: live,
  },
  {
    name: 'a socket ends with its session',
    file: 'services/realtime/src/sockets/clients.ts',
    find: "if (client.sessionRef === sessionRef) close(client.socket, closeCodes.unauthorized, 'session ended');",
    replace: '',
    suites: liveHostile,
  },
  {
    name: 'a socket whose session ended on its way is refused',
    file: 'services/realtime/src/sockets/clients.ts',
    find: 'if (client.sessionRef !== undefined && endedAt.has(client.sessionRef)) return false;',
    replace: '',
    suites: liveHostile,
  },
  {
    name: 'a socket ends with the time-out of its session',
    file: 'services/gateway/src/http/open-sockets.ts',
    find: 'if (session === null) for (const socket of ofSession.sockets.keys()) socket.destroy();',
    replace: 'if (session === null) continue;',
    suites: ['services/gateway/test/open-sockets.unit.test.ts'],
  },
  {
    name: 'the authorize page of the sandbox redirects only to registered addresses',
    file: sandboxAuthorize,
    find: "if (!isRegistered(redirectUri)) return { kind: 'wrong', message: 'invalid redirect_uri parameter' };",
    replace: '',
    suites: authorize,
  },
  {
    name: 'a registered address has exactly the path of the callback',
    file: sandboxAuthorize,
    find: ' || url.pathname !== callbackPath',
    replace: '',
    suites: authorize,
  },
  {
    name: 'Sandbox ID redirects only to Earshot',
    file: 'apps/sandbox/src/http/identity-provider.ts',
    find: 'redirect_uris: [origin() + callbackPath],',
    replace: "redirect_uris: [origin() + callbackPath, 'https://evil.example/api/login/callback'],",
    suites: ['apps/sandbox/test/identity.service.test.ts'],
  },
  {
    name: 'mails in the sandbox are shown only to the user of their address',
    file: 'apps/sandbox/src/mail/mail-page.ts',
    find: 'mails().filter(({ recipients }) => recipients.includes(address))',
    replace: "mails().filter(({ recipients }) => recipients.length > 0 || address === '')",
    suites: ['apps/sandbox/test/mail.service.test.ts'],
  },
  {
    name: 'mails in the sandbox need a token of the gateway',
    file: 'apps/sandbox/src/mail/mail-page.ts',
    find: 'if (who === null) return showSignIn(request, response);',
    replace: "if (who === null) return void response.send(mails().map(plain).join('\\n'));",
    suites: ['apps/sandbox/test/mail.service.test.ts'],
  },
  {
    name: 'cookies of Earshot do not reach the sandbox',
    file: 'services/gateway/src/http/sandbox-pages.ts',
    find: '.filter(([name]) => ownCookie.test(name))',
    replace: '',
    suites: ['e2e/test/sandbox-pages.journey.test.ts'],
  },
];
