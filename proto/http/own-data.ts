import type { ServiceName } from '../values.ts';
import { endpointOf, noContent } from './contract.ts';

const ownData = <const S extends ServiceName>(service: S) =>
  endpointOf(service)({
    summary: 'What the service keeps of the user, one document a line, by collection',
    method: 'GET',
    path: `/internal/own-data/${service}`,
    callers: ['auth'],
    produces: 'application/x-ndjson',
    response: noContent,
  });

/**
 * The calls that return a user's data for the export. The service kit answers them from a service's models. Each line
 * is `{"entity": collection, "document": {...}}`. Lines of one entity are consecutive, and secrets are omitted.
 */
export const ownDataContract = {
  leadData: ownData('lead'),
  scanData: ownData('scan'),
  outreachData: ownData('outreach'),
  discoveryData: ownData('discovery'),
  analyticsData: ownData('analytics'),
};
