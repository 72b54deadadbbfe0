import { newId, publicAddress } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { defineService, type Platform, type Relay } from '@earshot/service-kit';
import {
  discoveryContract,
  leadContract,
  ownDataContract,
  postWordsContract,
  sourceUsersContract,
  viewContract,
} from '@earshot/proto/http';
import { communityChecker } from './clients/community-checker.ts';
import { foundPosts } from './clients/found-posts.ts';
import { leadConfig } from './config.ts';
import type { CommunityRepository } from './domain/community.ts';
import type { ConfigurationRepository } from './domain/configuration.ts';
import { inTurn } from './domain/in-turn.ts';
import { rejudgeFound } from './domain/rejudge-lead.ts';
import type { SampleRepository } from './domain/samples.ts';
import { leadEvents } from './events/lead-events.ts';
import { onLeadsFound } from './events/on-leads-found.ts';
import { onMessageSent } from './events/on-message-sent.ts';
import { onPostEdited } from './events/on-post-edited.ts';
import { onScanEnded } from './events/on-scan-ended.ts';
import { bulkRoute } from './http/bulk-route.ts';
import { communityRoutes } from './http/community-routes.ts';
import { configurationRoutes } from './http/configuration-routes.ts';
import { leadRoutes } from './http/lead-routes.ts';
import { leadViewRoutes } from './http/lead-view-routes.ts';
import { listPositions } from './http/list-positions.ts';
import { ratingRoute } from './http/rating-route.ts';
import { removeSamplesRoute } from './http/remove-samples-route.ts';
import { scoresRoute } from './http/scores-route.ts';
import { wordsRoute } from './http/words-route.ts';
import { communityStore } from './store/community-store.ts';
import { configurationStore } from './store/configuration-store.ts';
import { countedAdmissions } from './store/counted-admissions.ts';
import { editedPosts } from './store/edited-posts.ts';
import { leadStore } from './store/lead-store.ts';
import { leadViewStore } from './store/lead-view-store.ts';
import { leadDataNotes, leadPostNotes } from './store/data-notes.ts';
import { leadModels } from './store/models.ts';
import { quotaStore } from './store/quota-store.ts';
import { removedPostStore } from './store/removed-post-store.ts';

/** Leads and the data that controls them: watched communities, configuration and limits. */
export const leadService = defineService({
  name: 'lead',
  database: 'lead',
  config: leadConfig,
  models: (documents) => Object.values(leadModels(documents)),
  dataNotes: leadDataNotes,
  postNotes: leadPostNotes,
  serves: [
    ...Object.values(leadContract),
    ...Object.values(viewContract),
    postWordsContract.listLeadWords,
    postWordsContract.applyScores,
    sourceUsersContract.listSourceUsers,
    ownDataContract.leadData,
  ],
  calls: [discoveryContract.checkCommunity, postWordsContract.listFoundPosts],
  publishes: [
    'leadCreated',
    'leadRefused',
    'leadPostRemoved',
    'leadRescored',
    'leadPlaceAdded',
    'leadStatusChanged',
    'leadRated',
    'configurationSaved',
    'communityAdded',
    'communityRemoved',
    'samplesRemoved',
  ],
  consumes: ['leadFound', 'messageSent', 'scanEnded', 'postEdited', 'postRemoved'],
  start: async (platform, { EARSHOT_URL, EARSHOT_DEMO }) => {
    const { clock, documents } = platform;
    const models = leadModels(documents);
    const opensSandbox = publicAddress(EARSHOT_URL) === undefined || EARSHOT_DEMO;

    const leads = leadStore(models.lead);
    const quotas = quotaStore(models.quota);
    const communities = communityStore(models.community);
    const configurations = configurationStore(models.configuration);
    const events = leadEvents((facts) => platform.event(facts));
    const relays = relaysOf(platform, models);
    const counted = countedAdmissions({ leads, quotas, ...events }, clock, platform.meters);
    const leadsFound = onLeadsFound({
      ...events,
      ...counted,
      wordsOf: foundPosts(platform.call),
      removedPosts: removedPostStore(platform),
      inTurn: inTurn(),
      rejudge: (found) => rejudgeFound(found, { leads, ...events, now: () => clock.now() }),
      newId,
      now: () => clock.now(),
      saved: () => [relays.lead, relays.quota].forEach((relay) => relay.notify()),
    });

    const saved = () => relays.lead.notify();
    const positions = listPositions(platform.keyFor('list-positions'));
    return {
      routes: [
        ...leadRoutes({ leads, positions, clock, saved, ...events }),
        ratingRoute({ leads, saved, ...events }),
        wordsRoute({ leads }),
        scoresRoute({ leads, saved, now: () => clock.now(), ...events }),
        bulkRoute({ leads, positions, clock, saved, ...events }),
        ...leadViewRoutes({ views: leadViewStore(models.views), newId, now: () => clock.now() }),
        ...setUpRoutes(platform, { communities, configurations, leads, relays, events, opensSandbox }),
      ],
      relays: Object.values(relays),
      subscriptions: [
        scanSubscription({
          leadsFound,
          scanEnded: onScanEnded({ communities }),
        }),
        consume({
          group: 'lead',
          topic: 'outreach.events',
          handlers: { messageSent: onMessageSent({ leads, saved, ...events }) },
        }),
        postSubscription(platform),
      ],
    };
  },
});

/** The user's communities and configuration, and the removal of samples. */
function setUpRoutes(
  { call, clock, log, sources }: Platform,
  {
    communities,
    configurations,
    leads,
    relays,
    events,
    opensSandbox,
  }: {
    readonly communities: CommunityRepository;
    readonly configurations: ConfigurationRepository;
    readonly leads: SampleRepository;
    readonly relays: { readonly community: Relay; readonly configuration: Relay };
    readonly events: ReturnType<typeof leadEvents>;
    readonly opensSandbox: boolean;
  },
) {
  const checkCommunity = communityChecker(call, log);
  const saved = (relay: Relay) => () => relay.notify();
  return [
    ...communityRoutes({
      communities,
      sources,
      opensSandbox,
      clock,
      checkCommunity,
      saved: saved(relays.community),
      ...events,
    }),
    ...configurationRoutes({
      configurations,
      communities,
      clock,
      saved: saved(relays.configuration),
      ...events,
    }),
    removeSamplesRoute({
      communities,
      configurations,
      leads,
      saved: () => [relays.community, relays.configuration].forEach((relay) => relay.notify()),
      ...events,
    }),
  ];
}

/** Publishes the events of each collection that carries some. */
function relaysOf(platform: Platform, { lead, quota, community, configuration }: ReturnType<typeof leadModels>) {
  return {
    lead: platform.relay(lead),
    quota: platform.relay(quota),
    community: platform.relay(community),
    configuration: platform.relay(configuration),
  };
}

/** What ingest noticed about posts. The hooks of `postNotes` handle removals. */
function postSubscription({ documents, clock }: Platform) {
  const postEdited = onPostEdited({ edited: editedPosts(leadModels(documents).lead), now: () => clock.now() });
  return consume({ group: 'lead', topic: 'post.events', handlers: { postEdited } });
}

/** Found posts that wait are admitted together. */
function scanSubscription({
  leadsFound,
  scanEnded,
}: {
  readonly leadsFound: ReturnType<typeof onLeadsFound>;
  readonly scanEnded: ReturnType<typeof onScanEnded>;
}) {
  return consume({
    group: 'lead',
    topic: 'scan.events',
    handlers: { leadFound: (event) => leadsFound([event]), scanEnded },
    batches: { leadFound: leadsFound },
  });
}
