import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import { create, DiscoveryConvertedSchema, DiscoveryRequestedSchema } from '@earshot/proto/events';
import type { Conversion } from '../domain/convert-visitor.ts';
import type { AnsweredRequest } from '../domain/discovery.ts';

/** A public search does not belong to an account. */
const nobody = '';

/**
 * Creates the events of the discovery service. They contain hashes and ids only, and are keyed by visitor to keep a
 * visitor's events in order.
 */
export function discoveryEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    requested: ({ communities, ...facts }: AnsweredRequest) => {
      const value = create(DiscoveryRequestedSchema, { ...facts, communities: [...communities] });
      return event({ userId: nobody, key: facts.visitor, payload: { case: 'discoveryRequested', value } });
    },
    converted: ({ descriptionHash, visitor, userId }: Conversion) => {
      const value = create(DiscoveryConvertedSchema, { descriptionHash, visitor });
      return event({ userId, key: visitor, payload: { case: 'discoveryConverted', value } });
    },
  };
}
