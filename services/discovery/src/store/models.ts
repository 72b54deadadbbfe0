import type { Connection } from 'mongoose';
import { conversionSchema } from './conversion-store.ts';
import { discoverySchema } from './discovery-store.ts';
import { requestSchema } from './request-store.ts';
import { registrationSchema, searchSchema } from './visit-store.ts';
import { waitlistSchema } from './waitlist-store.ts';

/** Every collection of the discovery service's database. */
export function discoveryModels(documents: Connection) {
  return {
    discovery: documents.model('PublicDiscovery', discoverySchema, 'public_discovery_cache'),
    request: documents.model('DiscoveryRequest', requestSchema, 'discovery_requests'),
    search: documents.model('VisitorSearch', searchSchema, 'visitor_searches'),
    registration: documents.model('VisitorRegistration', registrationSchema, 'visitor_registrations'),
    conversion: documents.model('DiscoveryConversion', conversionSchema, 'discovery_conversions'),
    waitlist: documents.model('Waitlist', waitlistSchema, 'waitlist'),
  };
}
