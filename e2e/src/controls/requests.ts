import type { Control } from './control.ts';

const hosts = ['e2e/test/hosts.service.test.ts'];
const hostCheck = 'packages/service-kit/src/http/accepted-hosts.ts';
const hostNames = 'packages/core/src/hosts.ts';
const origin = 'services/gateway/src/domain/origin.ts';
const originUnit = ['services/gateway/test/origin.unit.test.ts'];
const apiGuard = 'services/gateway/src/http/api-guard.ts';
const gatewayEvents = ['services/gateway/test/security-events.service.test.ts'];

/** The Host, the origin, and the size and the form of a request. */
export const requestControls: readonly Control[] = [
  {
    name: 'only accepted Hosts are answered, by the gateway, by services and by the sandbox',
    file: hostCheck,
    find: 'const isAccepted = accepts(req.headers.host) &&',
    replace: 'const isAccepted = true || accepts(req.headers.host) &&',
    suites: hosts,
  },
  {
    name: 'the authority of an absolute request target is checked like a Host',
    file: hostCheck,
    find: '(authority === undefined || accepts(authority))',
    replace: 'true',
    suites: hosts,
  },
  {
    name: 'the handshake of the live channel is refused for other Hosts',
    file: 'packages/service-kit/src/http/app.ts',
    find: 'isWebSocket(req) && refusal(req) === undefined',
    replace: 'isWebSocket(req)',
    suites: hosts,
  },
  {
    name: 'two Host headers are refused',
    file: hostCheck,
    find: "if (hasTwoHosts(req)) return appError('host.ambiguous');",
    replace: '',
    suites: hosts,
  },
  {
    name: 'no other path passes in the disguise of a health check',
    file: hostCheck,
    find: String.raw`/^\/health\/[\w-]+\/?(?:\?|$)/`,
    replace: String.raw`/\/health\//`,
    suites: hosts,
  },
  {
    name: 'the gateway answers only its own name, not those of internal services',
    file: 'packages/service-kit/src/run/run-services.ts',
    find: "ownUrl: service.name === 'gateway' ? earshotUrl : host.addressOf?.(service.name)",
    replace: 'ownUrl: host.addressOf?.(service.name) ?? earshotUrl',
    suites: hosts,
  },
  {
    name: 'a Host is exactly a name and a port',
    file: hostNames,
    find: "return parsed?.host === host?.toLowerCase().replace(defaultPorts[scheme], '') ? parsed : null;",
    replace: 'return parsed;',
    suites: ['packages/core/test/hosts.unit.test.ts'],
  },
  {
    name: 'a name that only begins with a loopback name is none',
    file: hostNames,
    find: String.raw`|\[::1\])$/`,
    replace: String.raw`|\[::1\])/`,
    suites: ['packages/core/test/hosts.unit.test.ts'],
  },
  {
    name: 'the gateway refuses a HOST beyond loopback without EARSHOT_URL',
    file: 'services/gateway/src/config.ts',
    find: 'if (url !== undefined || isLoopbackAddress(HOST)) return;',
    replace: 'if (HOST !== undefined) return;',
    suites: ['e2e/test/cluster/settings.service.test.ts'],
  },
  {
    name: 'the Origin must be that of Earshot',
    file: origin,
    find: 'return sender === undefined || !own.includes(sender);',
    replace: 'return false;',
    suites: originUnit,
  },
  {
    name: 'requests that the browser marks as cross-site are refused',
    file: origin,
    find: "if (fetchSite === 'cross-site') return true;",
    replace: '',
    suites: originUnit,
  },
  {
    name: 'calls that change state are refused to other sites',
    file: apiGuard,
    find: 'if (changesState(req) && foreign(req, options.url)) {',
    replace: 'if (foreign(req, options.url) && !changesState(req)) {',
    suites: gatewayEvents,
  },
  {
    name: 'the live channel is refused to other sites',
    file: 'services/gateway/src/http/socket-proxy.ts',
    find: 'const isForeign = foreign(req, options.url);',
    replace: 'const isForeign = false;',
    suites: hosts,
  },
  {
    name: 'forms of the sandbox are refused to other sites',
    file: 'services/gateway/src/http/sandbox-pages.ts',
    find: 'if (!reads && foreign(req, url)) {',
    replace: 'if (reads && foreign(req, url)) {',
    suites: gatewayEvents,
  },
  {
    name: 'a body has at most 100 KB',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: 'express.json({ limit: maxBodyBytes, strict: false, type: () => true })',
    replace: "express.json({ limit: '10mb', strict: false, type: () => true })",
    suites: ['e2e/test/gateway.journey.test.ts'],
  },
  {
    name: 'a body must be JSON',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: "if (!jsonType.test(req.headers['content-type'] ?? ''))",
    replace: 'if (jsonType.source.length === 0)',
    suites: ['e2e/test/gateway.journey.test.ts'],
  },
  {
    name: 'a body has the types of its contract, so it cannot hold operators of MongoDB',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: 'if (!body.success) throw invalidRequest(body.error);',
    replace: 'if (!body.success) Object.assign(body, { data: sent });',
    suites: ['services/auth/test/accounts.service.test.ts'],
  },
  {
    name: 'a query has the types of its contract',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: 'if (!query.success) throw invalidRequest(query.error);',
    replace: 'if (!query.success) Object.assign(query, { data: queryOf(req) });',
    suites: ['services/lead/test/lead-list.service.test.ts'],
  },
  {
    name: 'an answer contains only fields of its contract',
    file: 'packages/service-kit/src/http/serve-routes.ts',
    find: 'const body = endpoint.response.parse(given.body);',
    replace: 'const body = given.body;',
    suites: ['services/lead/test/lead-contact.service.test.ts'],
  },
  {
    name: 'unexpected errors reveal no details',
    file: 'packages/service-kit/src/http/error-answers.ts',
    find: "return known ?? appError('internal', {}, thrown);",
    replace: "return known ?? appError('internal', { message: String(thrown) }, thrown);",
    suites: ['packages/service-kit/test/served-calls.service.test.ts'],
  },
  {
    name: 'ids of requests from outside are not used',
    file: 'packages/service-kit/src/http/app.ts',
    find: 'giveRequestId(req, res, { trust: !options.facesOutsiders })',
    replace: 'giveRequestId(req, res, { trust: true })',
    suites: ['services/gateway/test/owners.service.test.ts'],
  },
];
