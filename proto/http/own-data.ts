import type { ServiceName } from '../values.ts';
import { endpoint, noContent } from './contract.ts';

const ownData = <const S extends ServiceName>(service: S) =>
  endpoint({
    summary: 'What the service keeps of the user, one document a line, by collection',
    service,
    method: 'GET',
    path: `/internal/own-data/${service}`,
    callers: ['auth'],
    produces: 'application/x-ndjson',
    response: noContent,
  });

/**
 * What a user's export is made of. The platform answers these calls from a service's models: each line is
 * `{"entity": collection, "document": {...}}`, lines of one entity follow each other, secrets are left out.
 */
export const ownDataContract = {
  leadData: ownData('lead'),
  scanData: ownData('scan'),
  outreachData: ownData('outreach'),
  discoveryData: ownData('discovery'),
  analyticsData: ownData('analytics'),
};
