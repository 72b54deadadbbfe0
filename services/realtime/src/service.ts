import { defineService, noSettings } from '@earshot/service-kit';
import { postWordsContract } from '@earshot/proto/http';
import { leadTitles } from './clients/lead-titles.ts';
import { forwarding } from './events/forward.ts';
import { clientRegistry } from './sockets/clients.ts';
import { socketServer, socketTimes } from './sockets/socket-server.ts';
import { sharedEpoch } from './streams/epoch.ts';
import { userStreams } from './streams/user-streams.ts';

/** Forwards events to the sockets of their users. Owns no data. */
export const realtimeService = defineService({
  name: 'realtime',
  database: null,
  config: noSettings,
  serves: [],
  calls: [postWordsContract.listLeadWords],
  publishes: [],
  consumes: [
    'scanProgressed',
    'scanEnded',
    'leadCreated',
    'leadRescored',
    'leadPlaceAdded',
    'leadPostRemoved',
    'leadStatusChanged',
    'sessionEnded',
    'accountDeleted',
  ],
  start: async (platform) => {
    const clients = clientRegistry(platform);
    const epoch = sharedEpoch(platform);
    const streams = userStreams({ kv: platform.kv, log: platform.log, clients, epoch });
    const sockets = socketServer({ platform, clients, streams, times: socketTimes });
    return {
      upgrade: sockets.upgrade,
      resources: [epoch.reader],
      subscriptions: forwarding(streams, clients, leadTitles(platform), platform),
      jobs: [epoch.keeper, sockets],
    };
  },
});
