import { defineService, noPostText, noSettings } from '@earshot/service-kit';
import { analyticsContract, discoveryContract, ownDataContract } from '@earshot/proto/http';
import { descriptionsFrom } from './clients/discovery.ts';
import { factSubscriptions } from './events/fact-subscriptions.ts';
import { analyticsRoutes } from './http/analytics-routes.ts';
import { factStore } from './store/fact-store.ts';
import { dashboardStore, discoveryStore, statsStore } from './store/figure-store.ts';
import { leadFigureStore } from './store/lead-figure-store.ts';
import { analyticsModels } from './store/models.ts';

/** Figures from read models, which are built from events. */
export const analyticsService = defineService({
  name: 'analytics',
  database: 'analytics',
  config: noSettings,
  models: (documents) => Object.values(analyticsModels(documents)),
  dataNotes: {
    discovery_request_facts: { personal: false, because: 'a search names a cookie and no user' },
  },
  // Facts count leads and hold none of their words.
  postNotes: {
    lead_facts: noPostText,
    community_facts: noPostText,
    scan_facts: noPostText,
    user_facts: noPostText,
    discovery_request_facts: noPostText,
    discovery_conversion_facts: noPostText,
  },
  serves: [...Object.values(analyticsContract), ownDataContract.analyticsData],
  calls: [discoveryContract.describeRequests],
  publishes: [],
  consumes: [
    'leadCreated',
    'leadRescored',
    'leadStatusChanged',
    'communityAdded',
    'communityRemoved',
    'samplesRemoved',
    'scanProgressed',
    'scanEnded',
    'userRegistered',
    'discoveryRequested',
    'discoveryConverted',
  ],
  start: async (platform) => {
    const { clock, documents } = platform;
    const models = analyticsModels(documents);
    return {
      routes: analyticsRoutes({
        stats: statsStore(models),
        leads: leadFigureStore(models),
        dashboard: dashboardStore(models),
        discovery: discoveryStore(models),
        descriptionsFor: (userId, signal) => descriptionsFrom(platform, userId, signal),
        clock,
      }),
      subscriptions: factSubscriptions(factStore(models)),
    };
  },
});
