import { type DataNotes, noPostText, type PostNotes } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { type ConversionDocument, conversionSchema } from './conversion-store.ts';
import { type DiscoveryDocument, discoverySchema } from './discovery-store.ts';
import { type RequestDocument, requestSchema } from './request-store.ts';
import { type RegistrationDocument, registrationSchema, type SearchDocument, searchSchema } from './visit-store.ts';
import { type WaitlistDocument, waitlistSchema } from './waitlist-store.ts';

const nobodys = 'a search names a cookie and no user';

export const discoveryDataNotes: DataNotes = {
  // This service itself removes the user who converted.
  public_discovery_cache: { personal: false, because: 'what was suggested for a description, for everybody' },
  discovery_requests: { personal: false, because: nobodys },
  visitor_searches: { personal: false, because: nobodys },
  waitlist: { personal: false, because: 'an address without an account; auth asks to forget it' },
};

export const discoveryPostNotes: PostNotes = {
  public_discovery_cache: { holdsPostText: false, because: 'what communities say about themselves' },
  discovery_requests: noPostText,
  visitor_searches: noPostText,
  visitor_registrations: noPostText,
  discovery_conversions: noPostText,
  waitlist: noPostText,
};

/** Every collection of the discovery service's database. */
export function discoveryModels(documents: Connection) {
  return {
    discovery: documents.model<DiscoveryDocument>('PublicDiscovery', discoverySchema, 'public_discovery_cache'),
    request: documents.model<RequestDocument>('DiscoveryRequest', requestSchema, 'discovery_requests'),
    search: documents.model<SearchDocument>('VisitorSearch', searchSchema, 'visitor_searches'),
    registration: documents.model<RegistrationDocument>(
      'VisitorRegistration',
      registrationSchema,
      'visitor_registrations',
    ),
    conversion: documents.model<ConversionDocument>('DiscoveryConversion', conversionSchema, 'discovery_conversions'),
    waitlist: documents.model<WaitlistDocument>('Waitlist', waitlistSchema, 'waitlist'),
  };
}
