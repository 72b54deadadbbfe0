import { defineService, noSettings } from '@earshot/service-kit';
import { forwarding } from './events/forward.ts';
import { clientRegistry } from './sockets/clients.ts';
import { socketServer, socketTimes } from './sockets/socket-server.ts';

/** Forwards events to the sockets of their users. Owns no data. */
export const realtimeService = defineService({
  name: 'realtime',
  database: null,
  config: noSettings,
  serves: [],
  calls: [],
  publishes: [],
  consumes: [
    'scanProgressed',
    'scanEnded',
    'leadCreated',
    'leadRescored',
    'leadStatusChanged',
    'sessionEnded',
    'accountDeleted',
  ],
  start: async (platform) => {
    const clients = clientRegistry(platform);
    const sockets = socketServer({ platform, clients, times: socketTimes });
    return {
      mount: (_app, server) => sockets.attach(server),
      subscriptions: forwarding(clients, platform),
      jobs: [sockets],
    };
  },
});
