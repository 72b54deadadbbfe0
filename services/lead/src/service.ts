import { consume, defineService, newId } from '@earshot/platform';
import { leadContract } from '@earshot/proto/http';
import { leadConfig } from './config.ts';
import { inTurn } from './domain/in-turn.ts';
import { leadEvents } from './events/lead-events.ts';
import { onLeadsFound } from './events/on-leads-found.ts';
import { communityRoutes } from './http/community-routes.ts';
import { configurationRoutes } from './http/configuration-routes.ts';
import { leadRoutes } from './http/lead-routes.ts';
import { communityStore } from './store/community-store.ts';
import { configurationStore } from './store/configuration-store.ts';
import { leadStore } from './store/lead-store.ts';
import { leadModels } from './store/models.ts';
import { quotaStore } from './store/quota-store.ts';

/** Leads and what decides them: watched communities, configuration, caps. */
export const leadService = defineService({
  name: 'lead',
  database: 'lead',
  config: leadConfig,
  models: (documents) => Object.values(leadModels(documents)),
  serves: Object.values(leadContract),
  calls: [],
  publishes: ['leadCreated', 'leadRefused', 'leadStatusChanged'],
  consumes: ['leadFound'],
  start: async (platform) => {
    const { clock, documents } = platform;
    const models = leadModels(documents);

    const leads = leadStore(models.lead);
    const quotas = quotaStore(models.quota);
    const communities = communityStore(models.community);
    const configurations = configurationStore(models.configuration);
    const events = leadEvents((facts) => platform.event(facts));
    const relays = [platform.relay(models.lead), platform.relay(models.quota)];
    const saved = () => relays.forEach((relay) => relay.notify());
    const now = () => clock.now();

    const leadsFound = onLeadsFound({ leads, quotas, inTurn: inTurn(), newId, now, saved, ...events });

    return {
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
          handlers: { leadFound: (event) => leadsFound([event]) },
          batches: { leadFound: leadsFound },
        }),
      ],
    };
  },
});
