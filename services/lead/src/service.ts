import { consume, defineService, newId } from '@earshot/platform';
import { leadContract } from '@earshot/proto/http';
import { leadConfig } from './config.ts';
import { inTurn } from './domain/in-turn.ts';
import { leadEvents } from './events/lead-events.ts';
import { onLeadFound } from './events/on-lead-found.ts';
import { communityRoutes } from './http/community-routes.ts';
import { configurationRoutes } from './http/configuration-routes.ts';
import { leadRoutes } from './http/lead-routes.ts';
import { communitySchema, communityStore } from './store/community-store.ts';
import { configurationSchema, configurationStore } from './store/configuration-store.ts';
import { leadSchema } from './store/lead-schema.ts';
import { leadStore } from './store/lead-store.ts';
import { quotaSchema, quotaStore } from './store/quota-store.ts';

/** Leads and what decides them: watched communities, configuration, caps. */
export const leadService = defineService({
  name: 'lead',
  database: 'lead',
  config: leadConfig,
  serves: Object.values(leadContract),
  calls: [],
  publishes: ['leadCreated', 'leadRefused', 'leadStatusChanged'],
  consumes: ['leadFound'],
  start: async (platform) => {
    const { clock, documents } = platform;
    const leadModel = documents.model('Lead', leadSchema, 'leads');
    const quotaModel = documents.model('LeadQuota', quotaSchema, 'lead_quotas');
    const communityModel = documents.model('Subreddit', communitySchema, 'subreddits');
    const configurationModel = documents.model('Configuration', configurationSchema, 'configurations');

    const leads = leadStore(leadModel);
    const quotas = quotaStore(quotaModel);
    const communities = communityStore(communityModel);
    const configurations = configurationStore(configurationModel);
    const events = leadEvents((facts) => platform.event(facts));
    const relays = [platform.relay(leadModel), platform.relay(quotaModel)];
    const saved = () => relays.forEach((relay) => relay.notify());
    const now = () => clock.now();

    return {
      models: [leadModel, quotaModel, communityModel, configurationModel],
      routes: [
        ...leadRoutes({ leads, clock, saved, ...events }),
        ...communityRoutes({ communities, clock }),
        ...configurationRoutes({ configurations, communities, clock }),
      ],
      relays,
      subscriptions: [
        consume({
          group: 'lead',
          topic: 'scan.events',
          handlers: { leadFound: onLeadFound({ leads, quotas, inTurn: inTurn(), newId, now, saved, ...events }) },
        }),
      ],
    };
  },
});
