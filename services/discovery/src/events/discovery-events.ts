import type { EventFacts, OutgoingEvent } from '@earshot/platform';
import { create, DiscoveryConvertedSchema, DiscoveryRequestedSchema } from '@earshot/proto/events';
import type { Conversion } from '../domain/convert-visitor.ts';
import type { DiscoveryRequest } from '../domain/discovery.ts';
import type { Suggestions } from '../domain/suggestions.ts';

/** A search is nobody's account. */
const nobody = '';

/** What the discovery service tells, as events in its name: hashes and ids only, a visitor's in order. */
export function discoveryEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    requested: ({ descriptionHash, visitor }: DiscoveryRequest, { productCategory, suggestions }: Suggestions) => {
      const subreddits = suggestions.map(({ name }) => name);
      const value = create(DiscoveryRequestedSchema, { descriptionHash, visitor, productCategory, subreddits });
      return event({ userId: nobody, key: visitor, payload: { case: 'discoveryRequested', value } });
    },
    converted: ({ descriptionHash, visitor, userId }: Conversion) => {
      const value = create(DiscoveryConvertedSchema, { descriptionHash, visitor });
      return event({ userId, key: visitor, payload: { case: 'discoveryConverted', value } });
    },
  };
}
