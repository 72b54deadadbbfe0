import { limits } from '@earshot/proto/limits';
import { publicAddress } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { approximateLimiter, defineService, networkLimiter, noPostText, type Platform } from '@earshot/service-kit';
import { contracts, gatewayContract } from '@earshot/proto/http';
import type { z } from 'zod';
import { gatewayConfig } from './config.ts';
import { openCalls } from './domain/routing.ts';
import type { Session } from './domain/session.ts';
import { onAdminChanged } from './events/on-admin-changed.ts';
import { onPasswordChanged } from './events/on-password-changed.ts';
import { apiGuard } from './http/api-guard.ts';
import { apiProxy } from './http/api-proxy.ts';
import { devGate } from './http/dev-gate.ts';
import { networkLimit } from './http/network-limit.ts';
import { docsFiles, docsFolder, openApiRoutes } from './http/open-api-routes.ts';
import { mountPolicyReports } from './http/policy-reports.ts';
import { sandboxPages } from './http/sandbox-pages.ts';
import { securityHeaders } from './http/security-headers.ts';
import { securityTxtRoute } from './http/security-txt-route.ts';
import { sessionCookies } from './http/session-cookies.ts';
import { sessionInstructions } from './http/session-instructions.ts';
import { sessionRoutes } from './http/session-routes.ts';
import { socketProxy } from './http/socket-proxy.ts';
import { mountWebApp } from './http/web-app.ts';
import { sessionCache } from './store/session-cache.ts';
import { sessionModel, sessionStore } from './store/session-store.ts';
import { socketSlots } from './store/socket-slots.ts';

const minuteMs = 60_000;

/** The public entry point: owns sessions, checks every call, forwards it to its owner, and serves the web app. */
export const gatewayService = defineService({
  name: 'gateway',
  database: 'gateway',
  config: gatewayConfig,
  models: (documents) => [sessionModel(documents)],
  dataNotes: { sessions: { personal: true, omit: ['sid'] } },
  postNotes: { sessions: noPostText },
  serves: Object.values(gatewayContract),
  calls: openCalls(Object.values(contracts)),
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
    const sockets = socketProxy({ ...shared, slots: socketSlots(platform.kv, mostSockets(config)) });
    const first = apiGuard({
      ...shared,
      userLimit: callsOfUser(platform, config),
      adminsNeedFactor: config.EARSHOT_ADMIN_MFA === 'required',
      endpoints: openCalls(Object.values(contracts)),
      forward: proxy.forward,
    });
    return {
      listen: { port: config.PORT, host: config.HOST },
      relays: [relay],
      resources: [proxy, listener],
      routes: [...sessionRoutes(shared), gate.route, ...descriptions(config, platform, cookies.name)],
      answerHeaders: securityHeaders({ secure, usageUrl: config.USAGE_URL }),
      first,
      upgrade: sockets.upgrade,
      mount: (app) => {
        mountPolicyReports(app, shared);
        app.use(docsFolder, docsFiles());
        if (sharedUrl === undefined || config.EARSHOT_DEMO)
          app.use('/sandbox', network.pages, gate.pages, sandboxPages(shared));
        if (config.WEB_ROOT !== undefined) {
          const { WEB_ROOT: root, USAGE_URL: usageUrl, EARSHOT_BILLING } = config;
          mountWebApp(app, { ...shared, root, gate, usageUrl, hasBilling: EARSHOT_BILLING === 'on' });
        }
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

/** The description of the API, and where to report security problems. */
function descriptions(config: z.infer<typeof gatewayConfig>, platform: Platform, sessionCookie: string) {
  const [url, contact] = [publicAddress(config.EARSHOT_URL), config.EARSHOT_SECURITY_CONTACT];
  return [...openApiRoutes({ url, sessionCookie }), securityTxtRoute({ contact, url }, platform)];
}

function callsOfUser(platform: Platform, { CALLS_PER_MINUTE: points }: z.infer<typeof gatewayConfig>) {
  return approximateLimiter({ ...platform, name: 'calls', points, durationMs: minuteMs });
}

/** `CALLS_PER_MINUTE` above the network's limit raises it, because one user can be all of a network. */
function callsOfNetwork(platform: Platform, config: z.infer<typeof gatewayConfig>) {
  const points = Math.max(config.NETWORK_CALLS_PER_MINUTE, config.CALLS_PER_MINUTE);
  return networkLimiter({ ...platform, name: 'network-calls', points, durationMs: minuteMs }, approximateLimiter);
}

/** A larger `SOCKETS_PER_SESSION` raises the limit of the account, which can have a single session. */
function mostSockets({ SOCKETS_PER_SESSION: ofSession }: z.infer<typeof gatewayConfig>) {
  return { ofSession, ofAccount: Math.max(limits.sockets.most, ofSession) };
}

/** Sessions in the database, with a cache of recent ones. */
function keptSessions(platform: Platform) {
  const model = sessionModel(platform.documents);
  const relay = platform.relay(model);
  const ended = ({ userId, sid }: Session) =>
    platform.event({ userId, payload: { case: 'sessionEnded', value: { sessionRef: sid } } });
  return { ...sessionCache({ store: sessionStore({ model, relay, ended }), kv: platform.kv }), relay };
}
