import { consume, type EventOf, type Subscription } from '@earshot/event-bus';
import type { FactRepository } from '../domain/facts.ts';
import * as facts from './read-facts.ts';

/** Stores the facts of each kind of event. Accepts one event or a batch, in any order and repeatedly. */
function factNotes(repository: FactRepository) {
  return {
    leadCreated: (events: readonly EventOf<'leadCreated'>[]) => repository.leadsCreated(events.map(facts.leadOf)),
    leadRescored: (events: readonly EventOf<'leadRescored'>[]) =>
      repository.leadsRescored(events.map(facts.rescoredLeadOf)),
    leadStatusChanged: (events: readonly EventOf<'leadStatusChanged'>[]) =>
      repository.leadsMoved(events.map(facts.leadStatusOf)),
    communityAdded: (events: readonly EventOf<'communityAdded'>[]) =>
      repository.communitiesAdded(events.map(facts.communityOf)),
    communityRemoved: (events: readonly EventOf<'communityRemoved'>[]) =>
      repository.communitiesRemoved(events.map(facts.removalOf)),
    // The first event of a job is enough.
    scanProgressed: (events: readonly EventOf<'scanProgressed'>[]) =>
      repository.scansSeen([...new Map(events.map(facts.scanOf).map((scan) => [scan.jobId, scan])).values()]),
    scanEnded: (events: readonly EventOf<'scanEnded'>[]) => repository.scansEnded(events.map(facts.scanOf)),
    userRegistered: (events: readonly EventOf<'userRegistered'>[]) =>
      repository.usersRegistered(events.map(facts.userOf)),
    discoveryRequested: (events: readonly EventOf<'discoveryRequested'>[]) =>
      repository.discoveryRequested(events.map(facts.requestOf)),
    discoveryConverted: (events: readonly EventOf<'discoveryConverted'>[]) =>
      repository.discoveryConverted(events.map(facts.conversionOf)),
  };
}

/** Stores the facts of the events that other services publish. */
export function factSubscriptions(repository: FactRepository): Subscription[] {
  const { leadCreated, leadRescored, leadStatusChanged, communityAdded, communityRemoved, ...notes } =
    factNotes(repository);
  const { scanProgressed, scanEnded, userRegistered, discoveryRequested, discoveryConverted } = notes;
  return [
    consume({
      group: 'analytics',
      topic: 'lead.events',
      handlers: {
        leadCreated: (event) => leadCreated([event]),
        leadRescored: (event) => leadRescored([event]),
        leadStatusChanged: (event) => leadStatusChanged([event]),
        communityAdded: (event) => communityAdded([event]),
        communityRemoved: (event) => communityRemoved([event]),
        samplesRemoved: ({ userId }) => repository.samplesRemoved(userId),
      },
      batches: { leadCreated, leadRescored, leadStatusChanged },
    }),
    consume({
      group: 'analytics',
      topic: 'scan.events',
      handlers: {
        scanProgressed: (event) => scanProgressed([event]),
        scanEnded: (event) => scanEnded([event]),
      },
      batches: { scanProgressed },
    }),
    consume({
      group: 'analytics',
      topic: 'account.events',
      handlers: {
        userRegistered: (event) => userRegistered([event]),
      },
    }),
    consume({
      group: 'analytics',
      topic: 'discovery.events',
      handlers: {
        discoveryRequested: (event) => discoveryRequested([event]),
        discoveryConverted: (event) => discoveryConverted([event]),
      },
      batches: { discoveryRequested },
    }),
  ];
}
