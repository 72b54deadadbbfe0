import { defineService } from '@earshot/platform';
import { discoveryContract } from '@earshot/proto/http';
import { discoveryConfig } from './config.ts';
import { suggestionRoutes } from './http/suggestion-routes.ts';

/** Helps people find the communities worth watching. */
export const discoveryService = defineService({
  name: 'discovery',
  database: null,
  config: discoveryConfig,
  serves: Object.values(discoveryContract),
  calls: [],
  publishes: [],
  consumes: [],
  start: async ({ source, kv }) => ({ routes: suggestionRoutes({ source, kv }) }),
});
