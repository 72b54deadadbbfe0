import type { Platform } from '@earshot/service-kit';
import { publicAddress } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { defineService, networkLimiter, rateLimiter } from '@earshot/service-kit';
import { contracts, gatewayContract } from '@earshot/proto/http';
import type { z } from 'zod';
import { gatewayConfig } from './config.ts';
import { routeTable } from './domain/routing.ts';
import type { Session } from './domain/session.ts';
import { onAdminChanged } from './events/on-admin-changed.ts';
import { onPasswordChanged } from './events/on-password-changed.ts';
import { apiGuard } from './http/api-guard.ts';
import { apiProxy } from './http/api-proxy.ts';
import { devGate } from './http/dev-gate.ts';
import { networkLimit } from './http/network-limit.ts';
import { docsFiles, openApiRoutes } from './http/open-api-routes.ts';
import { sandboxPages } from './http/sandbox-pages.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sessionCookies } from './http/session-cookies.ts';
import { sessionInstructions } from './http/session-instructions.ts';
import { sessionRoutes } from './http/session-routes.ts';
import { socketProxy } from './http/socket-proxy.ts';
import { mountWebApp } from './http/web-app.ts';
import { sessionCache } from './store/session-cache.ts';
import { sessionModel, sessionStore } from './store/session-store.ts';

const minuteMs = 60_000;

/** The public entry point: owns sessions, checks every call, forwards it to its owner, and serves the web app. */
export const gatewayService = defineService({
  name: 'gateway',
  database: 'gateway',
  config: gatewayConfig,
  models: (documents) => [sessionModel(documents)],
  dataNotes: { sessions: { personal: true, omit: ['sid'] } },
  serves: Object.values(gatewayContract),
  calls: Object.values(contracts).filter((endpoint) => endpoint.callers.includes('gateway')),
  forwardsTo: ['realtime', 'sandbox'],
  publishes: ['sessionEnded'],
  consumes: ['adminChanged', 'passwordChanged'],
  start: async (platform, config) => {
    const { sessions, listener, relay } = keptSessions(platform);
    const secure = config.EARSHOT_URL?.startsWith('https:') ?? false;
    const cookies = sessionCookies({ secure });
    const sharedUrl = publicAddress(config.EARSHOT_URL);
    const gate = devGate({ password: config.DEV_ACCESS_PASSWORD, secure, platform });
    const network = networkLimit(callsOfNetwork(platform, config), config.TRUSTED_PROXIES);
    const shared = { platform, sessions, cookies, gate, network, url: config.EARSHOT_URL };
    const proxy = apiProxy({ platform, instructions: sessionInstructions(shared) });
    const sockets = socketProxy({ ...shared, mostOfSession: config.SOCKETS_PER_SESSION });
    const guard = apiGuard({
      ...shared,
      userLimit: rateLimiter({ ...platform, name: 'calls', points: config.CALLS_PER_MINUTE, durationMs: minuteMs }),
      routes: routeTable(Object.values(contracts)),
      forward: proxy.forward,
    });
    return {
      listen: { port: config.PORT, host: config.HOST },
      relays: [relay],
      resources: [proxy, listener],
      routes: [...sessionRoutes(shared), gate.route, ...openApiRoutes({ url: sharedUrl, sessionCookie: cookies.name })],
      mount: (app, server) => {
        app.use(securityHeaders({ secure, usageUrl: config.USAGE_URL }));
        app.use('/api/docs', docsFiles());
        app.use((req, res, next) => (req.path.startsWith('/api/') ? guard(req, res, next) : next()));
        if (sharedUrl === undefined || config.EARSHOT_DEMO)
          app.use('/sandbox', network.pages, gate.pages, sandboxPages(shared));
        if (config.WEB_ROOT !== undefined) {
          mountWebApp(app, { ...shared, root: config.WEB_ROOT, gate: gate.pages, usageUrl: config.USAGE_URL });
        }
        sockets.attach(server);
      },
      subscriptions: [
        consume({
          group: 'gateway',
          topic: 'account.events',
          handlers: {
            adminChanged: onAdminChanged({ sessions, ...platform }),
            passwordChanged: onPasswordChanged({ sessions, clock: platform.clock }),
          },
        }),
      ],
      jobs: sockets.parts,
    };
  },
});

/** `CALLS_PER_MINUTE` above the network's limit raises it, because one user can be all of a network. */
function callsOfNetwork(platform: Platform, config: z.infer<typeof gatewayConfig>) {
  const points = Math.max(config.NETWORK_CALLS_PER_MINUTE, config.CALLS_PER_MINUTE);
  return networkLimiter({ ...platform, name: 'network-calls', points, durationMs: minuteMs });
}

/** Sessions in the database, with a cache of recent ones. */
function keptSessions(platform: Platform) {
  const model = sessionModel(platform.documents);
  const relay = platform.relay(model);
  const ended = ({ userId, sid }: Session) =>
    platform.event({ userId, payload: { case: 'sessionEnded', value: { sessionRef: sid } } });
  return { ...sessionCache({ store: sessionStore({ model, relay, ended }), kv: platform.kv }), relay };
}
