import { defineService } from '@earshot/platform';
import { analyticsContract, discoveryContract } from '@earshot/proto/http';
import { analyticsConfig } from './config.ts';

/** Figures, from read models that are built from events. */
export const analyticsService = defineService({
  name: 'analytics',
  database: 'analytics',
  config: analyticsConfig,
  serves: Object.values(analyticsContract),
  calls: [discoveryContract.describeRequests],
  publishes: [],
  consumes: [],
  start: async () => ({}),
});
