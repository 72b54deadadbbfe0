import { allServices } from '@earshot/all-in-one/services';
import type { Service } from '@earshot/service-kit';
import { stringify } from 'yaml';
import type { Generated } from './generated.ts';

/** Every connection that a service opens. */
export interface Edges {
  /** Services that it calls or forwards browsers to. */
  readonly services: readonly string[];
  readonly servers: readonly ('kafka' | 'mongodb' | 'redis')[];
  /** `source`, `model`, `mail`, `identity`: their addresses come from values. */
  readonly thirdParties: readonly string[];
}

/** The connections by service. A service may open only the connections that its definition declares. */
export function edgesOf(services: readonly Service[]): Record<string, Edges> {
  return Object.fromEntries(services.map((service) => [service.name, edgesFrom(service)]));
}

function edgesFrom({ name, calls, forwardsTo = [], database, reaches = [] }: Service): Edges {
  const others = [...calls.map((endpoint) => endpoint.service), ...forwardsTo];
  return {
    services: [...new Set(others)].filter((other) => other !== name).sort(),
    // A service that neither publishes nor consumes still checks Kafka and Redis for its readiness probe.
    servers: database === null ? ['kafka', 'redis'] : ['kafka', 'mongodb', 'redis'],
    thirdParties: [...reaches].sort(),
  };
}

/** The input for the chart's network policies. */
export function edgesFile(): Generated {
  const heading = '# Written by `npm run chart` from the definitions of the services (src/service.ts of each).\n';
  return {
    path: 'earshot/files/edges.yaml',
    text: heading + stringify(edgesOf(allServices), { flowCollectionPadding: false }),
  };
}
